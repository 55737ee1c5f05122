extension Post {
    /// What a post says, and the parts of its JSON that nothing but deletion changes.
    final class Contents: Sendable {
        let authorName: String
        let source: Application
        let text: ProcessedText?
        let entities: Entities
        let annotations: [Annotation]
        /// The text, prepared for searches.
        let words: SearchableText
        let pieces: Pieces

        struct Pieces: Sendable {
            /// The id.
            var head: [UInt8] = []
            /// The date and the text.
            var text: [UInt8] = []
            var html: [UInt8] = []
            /// The source, the page and the thread.
            var origin: [UInt8] = []
            /// The entities, the kind, and what is answered.
            var entities: [UInt8] = []
        }

        init(
            authorName: String, source: Application, text: ProcessedText?, entities: Entities,
            annotations: [Annotation]
        ) {
            self.authorName = authorName
            self.source = source
            self.text = text
            self.entities = entities
            self.annotations = annotations
            pieces = Pieces()
            words = SearchableText(text?.text ?? "")
        }

        private init(_ other: Contents, _ pieces: Pieces) {
            authorName = other.authorName
            source = other.source
            text = other.text
            entities = other.entities
            annotations = other.annotations
            words = other.words
            self.pieces = pieces
        }

        /// The same with its pieces, for a post that is complete but for them.
        func rendered(for post: Post) -> Contents { Contents(self, pieces(of: post)) }

        private func pieces(of post: Post) -> Pieces {
            var pieces = Pieces()
            pieces.head = JSONWriter.bytes {
                $0.raw(#"{"id":"#)
                $0.id(post.id)
            }
            pieces.text = JSONWriter.bytes {
                $0.raw(#","created_at":"#)
                $0.string(post.createdAt.text)
                guard let text else { return }
                $0.raw(#","text":"#)
                $0.string(text.text)
            }
            pieces.html = JSONWriter.bytes {
                guard let text else { return }
                $0.raw(#","html":"#)
                $0.string(text.html)
            }
            pieces.origin = origin(of: post)
            pieces.entities = JSONWriter.bytes {
                $0.raw(#","entities":"#)
                $0.entities(entities)
                $0.raw(#","machine_only":"#)
                $0.bool(post.isMachineOnly)
                guard let replyTo = post.replyTo else { return }
                $0.raw(#","reply_to":"#)
                $0.id(replyTo)
            }
            return pieces
        }

        private func origin(of post: Post) -> [UInt8] {
            JSONWriter.bytes {
                $0.raw(#","source":{"name":"#)
                $0.string(source.name)
                $0.raw(#","link":"#)
                $0.string(source.link)
                $0.raw(#","client_id":"#)
                $0.string(source.clientID)
                $0.raw(#"},"canonical_url":"https://alpha.app.net/"#)
                $0.escaped(authorName)
                $0.raw("/post/")
                $0.int(post.id)
                $0.raw(#"","thread_id":"#)
                $0.id(post.threadID)
            }
        }
    }
}
