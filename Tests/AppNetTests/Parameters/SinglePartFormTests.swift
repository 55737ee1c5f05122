import Foundation
import Testing

@testable import AppNet

struct SinglePartFormTests {
    @Test("the boundary is short enough for the rules of multipart bodies")
    func boundaryIsShort() {
        let form = SinglePartForm(name: "avatar", fileName: "a", contentType: "image/png", content: Data("x".utf8))
        #expect(form.boundary.hasPrefix("apus-"))
        #expect(form.boundary.utf8.count <= 70)
    }

    @Test("a boundary that occurs in the content is passed over")
    func boundaryIsPassedOver() {
        let content = Data("apus-a apus-b".utf8)
        #expect(SinglePartForm.boundary(startingAt: 0xA, absentFrom: content) == "apus-c")
        #expect(SinglePartForm.boundary(startingAt: 0x1, absentFrom: content) == "apus-1")
    }
}
