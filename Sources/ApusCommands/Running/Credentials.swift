import AppNet
import AppNetServer
import Apus

/// The token that a command goes with, and where it comes from. It is sent and never shown.
enum Credentials {
    /// Whether a command works without a token.
    enum Need: Sendable, Hashable {
        /// With a token the answer may have more in it.
        case optional
        /// The API refuses calls without one.
        case required
    }

    /// The variable that holds a token.
    static let variable = "APUS_ADN_TOKEN"

    /// The token given, in the options first; else, on the embedded server and only if one is needed, that of its
    /// default user.
    static func token(
        _ need: Need, _ arguments: ParsedArguments, _ context: Context, isEmbedded: Bool
    ) throws(EarlyExit) -> AccessToken? {
        if let given = arguments.text(.token) ?? context.variable(variable) {
            let token = given.trimmed
            if token.isEmpty { throw arguments.usage("the token is empty") }
            return AccessToken(token)
        }
        switch need {
        case .optional: return nil
        case .required where isEmbedded: return AccessToken(EmbeddedAppNet.AccessToken.full.value)
        case .required:
            throw EarlyExit(.notAuthorized, "'\(arguments.name)' needs an access token; give it \(places)")
        }
    }

    /// Where a token can be given.
    static let places = "in the environment variable \(variable) or with --token"

    /// What may help when a token was refused.
    static func hint(isEmbedded: Bool) -> String {
        isEmbedded
            ? "the embedded server takes its own tokens only, which 'apus serve' shows"
            : "another token can be given \(places)"
    }
}

extension String {
    /// Without white space at its ends, such as the line break that a file's last line has.
    var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
