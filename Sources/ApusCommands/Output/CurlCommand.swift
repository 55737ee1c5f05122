import Apus
import AppNet

/// A request as a curl command that works when it is pasted into a shell where the token is in its variable.
enum CurlCommand {
    static func text(for request: Request) -> String {
        let command = request.curlCommand
        let hidden = "--header 'Authorization: Bearer \(Redaction.placeholder)'"
        guard let place = command.firstRange(of: hidden) else { return command }
        // In double quotes, where the shell puts the variable's value.
        let shown = "--header \"Authorization: Bearer $\(Credentials.variable)\""
        return command[..<place.lowerBound] + shown + command[place.upperBound...]
    }
}
