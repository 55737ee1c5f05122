import ApusCore
import Testing

@Suite struct RedactionTests {
    private let standard = Redaction.standard
    private static let secret = "S3CRET"

    @Test(arguments: [
        ("Authorization", "Bearer S3CRET", "Bearer <redacted>"),
        ("authorization", "Basic S3CRET", "Basic <redacted>"),
        ("Proxy-Authorization", "Digest username=S3CRET, x=y", "Digest <redacted>"),
        ("Authorization", "S3CRET", "<redacted>"),
        ("Authorization", "S3CRET with more", "<redacted>"),
        ("Authorization", "S3CRET ", "<redacted>"),
        ("Cookie", "a=S3CRET; b=S3CRET", "<redacted>"),
        ("Set-Cookie", "sid=S3CRET; Path=/", "<redacted>"),
        ("X-API-Key", "S3CRET", "<redacted>"),
        ("Location", "https://h/p?access_token=S3CRET&x=1", "https://h/p?access_token=<redacted>&x=1"),
        ("Location", "/p#id_token=S3CRET", "/p#id_token=<redacted>"),
        ("Location", "//user:S3CRET@h/p", "//<redacted>@h/p"),
        ("Link", "<https://h/?token=S3CRET>; rel=\"next\"", "<https://h/?token=<redacted>>; rel=\"next\""),
        ("Referer", "https://S3CRET@h/", "https://<redacted>@h/"),
        ("Accept", "application/json", "application/json"),
        ("Date", "Tue, 15 Nov 1994 08:12:31 GMT", "Tue, 15 Nov 1994 08:12:31 GMT"),
    ])
    func `a field's value as it may be shown`(name: String, value: String, shown: String) {
        #expect(standard.value(of: .init(Headers.Name(name), value)) == shown)
    }

    @Test(arguments: [
        "access_token", "ACCESS_TOKEN", "accessToken", "access-token", "user[password]", "user%5Bpassword%5D",
        "token[]",
        "access%5Ftoken", "X-Amz-Signature", "clientSecret",
    ])
    func `a name is secret in whatever spelling`(name: String) {
        #expect(standard.hides(name))
        #expect(standard.form("a=1&\(name)=S3CRET&b=2") == "a=1&\(name)=<redacted>&b=2")
    }

    @Test(arguments: ["count", "tokens", "keyboard", "author", "user[name]", "", "%", "[]"])
    func `other names are not`(name: String) {
        #expect(!standard.hides(name))
    }

    @Test(arguments: [
        ("", ""),
        ("a", "a"),
        ("token", "token"),
        ("token=", "token=<redacted>"),
        ("token=a=b", "token=<redacted>"),
        ("&&token=x&", "&&token=<redacted>&"),
        ("token=S3CRET,more;S3CRET", "token=<redacted>"),
        ("token=\u{301}S3CRET", "token=<redacted>"),
        ("redirect=https%3A%2F%2Fh%3Faccess_token%3DS3CRET&x=1", "redirect=<redacted>&x=1"),
        ("next=https://h?x=1", "next=https://h?x=1"),
        ("q=a%20b", "q=a%20b"),
    ])
    func `a form as it may be shown`(form: String, shown: String) {
        #expect(standard.form(form) == shown)
    }

    @Test(arguments: [
        (#"{"token":"S3CRET","a":1}"#, #"{"token":"<redacted>","a":1}"#),
        (#"{ "token" : "S3CRET" }"#, #"{ "token" : "<redacted>" }"#),
        (#"{"token":"S3\"CRET","a":"b"}"#, #"{"token":"<redacted>","a":"b"}"#),
        (#"{"token":"S3CRET\\","a":"b"}"#, #"{"token":"<redacted>","a":"b"}"#),
        (#"{"accessToken":"S3CRET"}"#, #"{"accessToken":"<redacted>"}"#),
        (#"{"a":{"b":[{"password":"S3CRET"}]}}"#, #"{"a":{"b":[{"password":"<redacted>"}]}}"#),
        (#"{"password":12345678,"a":1}"#, #"{"password":"<redacted>","a":1}"#),
        (#"{"token":["S3CRET","]S3CRET"],"a":1}"#, #"{"token":"<redacted>","a":1}"#),
        (#"{"session":{"id":"S3CRET}"},"a":1}"#, #"{"session":"<redacted>","a":1}"#),
        (#"{"code":404,"token":null,"key":true}"#, #"{"code":404,"token":null,"key":true}"#),
        (#"{"code":"S3CRET"}"#, #"{"code":"<redacted>"}"#),
        (#"{"token":"S3CRE"#, #"{"token":"<redacted>"#),
        (#"{"token":["S3CRE"#, #"{"token":"<redacted>""#),
        (#"{"token":"#, #"{"token":"#),
        (#"{"a":"x, "token":"S3CRET"}"#, #"{"a":"x, "token":"<redacted>"}"#),
        (#"{"inner":"{\"token\":\"S3CRET\",\"a\":1}"}"#, #"{"inner":"{\"token\":\"<redacted>\",\"a\":1}"}"#),
        (
            #"{"next":"https://h/?access_token=S3CRET&page=2"}"#,
            #"{"next":"https://h/?access_token=<redacted>&page=2"}"#
        ),
        (#"{"url":"https://u:S3CRET@h/"}"#, #"{"url":"https://<redacted>@h/"}"#),
        (#"{"headers":{"Authorization":"Bearer S3CRET"}}"#, #"{"headers":{"Authorization":"<redacted>"}}"#),
        (#"{"text":"a: b, c=d"}"#, #"{"text":"a: b, c=d"}"#),
        ("<a href=\"/?token=S3CRET\">x</a>", "<a href=\"/?token=<redacted>\">x</a>"),
        ("Authorization: Bearer S3CRET\nAccept: x", "Authorization: <redacted>\nAccept: x"),
        (#"Credentials(user: "a", accessToken: "S3CRET")"#, #"Credentials(user: "a", accessToken: "<redacted>")"#),
        (#"C(accessToken: Optional("S3CRET"), b: 1)"#, #"C(accessToken: <redacted>"), b: 1)"#),
        ("Invalid token: S3CRET", "Invalid token: <redacted>"),
        // A name in the place of a value has a value of its own.
        ("token:\nAuthorization: Bearer S3CRET\nAccept: x", "token:\n<redacted>\nAccept: x"),
        ("token: Authorization:Bearer S3CRET", "token: <redacted>"),
        ("token:\nkey: S3CRET", "token:\n<redacted> <redacted>"),
        (#"key:token:"S3CRET", x"#, #"key:<redacted>", x"#),
        (#"Authorization: Digest username="a", response="S3CRET""#, "Authorization: <redacted>"),
        (
            #"{"a":"Authorization: Digest x=\"S3CRET\", y=\"S3CRET\"","b":1}"#,
            #"{"a":"Authorization: <redacted>","b":1}"#
        ),
        (#"\"key\":\"x, password: Optional("S3CRET"), y"#, #"\"key\":\"<redacted>"), y"#),
        ("{\"token\":\"S3CRET=\",\n\"key\":\"S3CRET=\"\n}", "{\"token\":\"<redacted>\",\n\"key\":\"<redacted>\"\n}"),
        (#"{"a":"Authorization: Basic S3CRET=","b":"c"}"#, #"{"a":"Authorization: <redacted>","b":"c"}"#),
        (#"{"a":"/?token=S3CRET==","b":"c"}"#, #"{"a":"/?token=<redacted>","b":"c"}"#),
        ("", ""),
    ])
    func `text as it may be shown`(text: String, shown: String) {
        #expect(standard.json(text) == shown)
    }

    @Test func `no cut through a text brings a secret to light`() {
        let texts = [
            #"{"a":{"token":"S3CRET"},"b":"{\"token\":\"S3CRET\"}","c":"https://u:S3CRET@h/?key=S3CRET&x"}"#,
            #"{"token":["S3CRET",{"x":"S3CRET"}],"password":"a\"S3CRET\\"}"#,
        ]
        for text in texts {
            for end in text.indices {
                #expect(!standard.json(String(text[..<end])).contains("S3CRE"))
            }
        }
    }

    @Test func `a custom redaction hides its own names as well, also when they are added later`() {
        var redaction = Redaction(headers: ["X-Mine"], names: ["PIN"])
        #expect(redaction.value(of: .init("x-mine", "1")) == "<redacted>")
        #expect(redaction.form("pin=1&token=2") == "pin=<redacted>&token=2")
        redaction.names.insert("token")
        #expect(redaction.form("pin=1&token=2") == "pin=<redacted>&token=<redacted>")
    }

    @Test func `none hides nothing`() throws {
        let none = Redaction.none
        #expect(none.value(of: .init("Authorization", "Bearer x")) == "Bearer x")
        #expect(none.json(#"{"token":"x"}"#) == #"{"token":"x"}"#)
        #expect(try none.text(for: HTTPURL("https://u:p@h/?token=x")) == "https://u:p@h/?token=x")
    }

    @Test func `a large text is looked through once`() {
        // Quadratic work on 600 KB would not come back soon.
        let text = String(repeating: #"{"a": :::===///"token":"#, count: 25_000)
        #expect(standard.json(text).hasPrefix(#"{"a": :::===///"token":"<redacted>""#))
        for part in ["token:", "token: ", "Authorization:", "Authorization: x\n", #"Authorization: a="b","#, "key=(\""]
        {
            #expect(standard.json(String(repeating: part, count: 50_000)).contains("<redacted>"))
        }
    }
}
