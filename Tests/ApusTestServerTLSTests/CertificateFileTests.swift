import ApusTestServerTLS
import Foundation
import Testing

@Suite("Certificates in files")
struct CertificateFileTests {
    @Test("files are there for their owner alone, and gone with the value")
    func files() throws {
        let certificates = try TestCertificates.shared
        var files: CertificateFiles? = try certificates.writeFiles()
        let folder = try #require(files?.folder)
        #expect(try mode(folder) == 0o700)
        let texts = [
            (files?.authority, certificates.authorityPEM),
            (files?.clientCertificate, certificates.client.certificatePEM),
            (files?.clientKey, certificates.client.privateKeyPEM),
        ]
        for (path, content) in texts {
            let path = try #require(path)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
            #expect(try mode(path) == 0o600)
        }
        files = nil
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("the authority's file is written once")
    func once() throws {
        let certificates = try TestCertificates.shared
        #expect(try certificates.authorityFile == certificates.authorityFile)
        #expect(try String(contentsOfFile: certificates.authorityFile, encoding: .utf8) == certificates.authorityPEM)
    }

    @Test("each kind of certificate has a key of its own")
    func keys() throws {
        let certificates = try TestCertificates.shared
        let pins = Set(ServerTLS.Certificate.allCases.map { certificates.server($0).publicKeyPin })
        #expect(pins.count == ServerTLS.Certificate.allCases.count)
        #expect(pins.allSatisfy { Data(base64Encoded: $0)?.count == 32 })
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}
