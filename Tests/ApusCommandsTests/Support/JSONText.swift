import AppNet
import Apus

/// Reads a command's JSON output.
func decoded<Value: Decodable>(_ type: Value.Type, _ run: CommandRun) throws -> Value {
    try JSONDecoder().decode(type, from: Data(run.output.utf8))
}
