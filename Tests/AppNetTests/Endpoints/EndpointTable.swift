import AppNet
import ApusCore
import Foundation
import Testing

/// One endpoint of the API as its documentation has it, and the function that builds it.
struct EndpointRow: Sendable, CustomTestStringConvertible {
    /// The name in the documentation.
    let name: String
    /// Method, path and query.
    let line: String
    /// The JSON or the form that is sent.
    let body: String?
    let build: @Sendable () throws -> Request

    var testDescription: String { name }

    init<Output>(_ name: String, _ endpoint: Endpoint<Output>, _ line: String, body: String? = nil) {
        self.name = name
        self.line = line
        self.body = body
        build = {
            try Client.appNet(transport: FunctionTransport { _ throws(TransportError) in throw .init(.cancelled, "") })
                .request(for: endpoint)
        }
    }
}

/// All endpoints of the groups post, user, token, config, stream-marker, interaction and text-processor, each with
/// arguments for everything that it takes.
enum EndpointTable {
    static let all = posts + streams + users + relations + lists + others

    private static let allPostOptions: PostOptions = [
        .muted, .deleted, .directedPosts, .machine, .starredBy, .reposters, .annotations, .postAnnotations,
        .userAnnotations, .without(.html),
    ]
    private static let allPostOptionsQuery =
        "include_muted=1&include_deleted=1&include_directed_posts=1&include_machine=1&include_starred_by=1"
        + "&include_reposters=1&include_annotations=1&include_post_annotations=1&include_user_annotations=1"
        + "&include_html=0"
    private static let allUserOptions: UserOptions = [.annotations, .userAnnotations, .without(.html)]
    private static let allUserOptionsQuery = "include_annotations=1&include_user_annotations=1&include_html=0"
    private static let subscription = StreamSubscription(connectionID: "C1", subscriptionID: "S1")
    private static let subscriptionQuery = "connection_id=C1&subscription_id=S1"

    private static let posts: [EndpointRow] = {
        var rows: [EndpointRow] = []
        rows.append(
            EndpointRow(
                "createPost", .createPost(Draft("hello", replyTo: "7"), options: allPostOptions),
                "POST posts?\(allPostOptionsQuery)", body: #"{"reply_to":"7","text":"hello"}"#))
        rows.append(
            EndpointRow(
                "createPost, form", .createPost(formText: "a & b", replyTo: "7"), "POST posts",
                body: "text=a%20%26%20b&reply_to=7"))
        rows.append(EndpointRow("getPost", .post(id: "1", options: .annotations), "GET posts/1?include_annotations=1"))
        rows.append(EndpointRow("deletePost", .deletePost("1", options: .html), "DELETE posts/1?include_html=1"))
        rows.append(EndpointRow("repostPost", .repost("1", options: .html), "POST posts/1/repost?include_html=1"))
        rows.append(EndpointRow("unrepostPost", .unrepost("1", options: .html), "DELETE posts/1/repost?include_html=1"))
        rows.append(EndpointRow("starPost", .star("1", options: .html), "POST posts/1/star?include_html=1"))
        rows.append(EndpointRow("unstarPost", .unstar("1", options: .html), "DELETE posts/1/star?include_html=1"))
        rows.append(EndpointRow("reportPost", .report("1", options: .html), "POST posts/1/report?include_html=1"))
        rows.append(
            EndpointRow("getPosts", .posts(ids: ["1", "2"], options: .html), "GET posts?ids=1%2C2&include_html=1"))
        return rows
    }()

    private static let streams: [EndpointRow] = {
        var rows: [EndpointRow] = []
        rows.append(
            EndpointRow(
                "getGlobalStream", .globalStream(count: 5, since: "1", before: "9", options: allPostOptions),
                "GET posts/stream/global?since_id=1&before_id=9&count=5&\(allPostOptionsQuery)"))
        rows.append(
            EndpointRow(
                "getMyStream",
                .myStream(
                    count: -5, since: .lastRead, before: .marker, hasOEmbedPhoto: true, options: .html,
                    subscription: subscription),
                "GET posts/stream?since_id=last_read&before_id=marker&count=-5&include_html=1&has_oembed_photo=1"
                    + "&\(subscriptionQuery)"))
        rows.append(
            EndpointRow(
                "getUnifiedStream",
                .unifiedStream(
                    count: 0, since: .lastReadInclusive, before: .markerInclusive, hasOEmbedPhoto: false,
                    options: .html, subscription: subscription),
                "GET posts/stream/unified?since_id=last_read_inclusive&before_id=marker_inclusive&count=0"
                    + "&include_html=1&has_oembed_photo=0&\(subscriptionQuery)"))
        rows.append(
            EndpointRow(
                "getUserPosts",
                .posts(by: "@finch", count: 1, since: "1", before: "9", options: .html, subscription: subscription),
                "GET users/@finch/posts?since_id=1&before_id=9&count=1&include_html=1&\(subscriptionQuery)"))
        rows.append(
            EndpointRow(
                "getUserStars", .posts(starredBy: .me, count: 1, since: "1", before: "9", options: .html),
                "GET users/me/stars?since_id=1&before_id=9&count=1&include_html=1"))
        rows.append(
            EndpointRow(
                "getUserMentions",
                .posts(
                    mentioning: .id("7"), count: 1, since: "1", before: "9", options: .html,
                    subscription: subscription),
                "GET users/7/mentions?since_id=1&before_id=9&count=1&include_html=1&\(subscriptionQuery)"))
        rows.append(
            EndpointRow(
                "getTaggedPosts", .posts(tagged: "süß", count: 1, since: "1", before: "9", options: .html),
                "GET posts/tag/s%C3%BC%C3%9F?since_id=1&before_id=9&count=1&include_html=1"))
        rows.append(
            EndpointRow(
                "getPostReplies",
                .replies(to: "1", count: 1, since: "1", before: "9", options: .html, subscription: subscription),
                "GET posts/1/replies?since_id=1&before_id=9&count=1&include_html=1&\(subscriptionQuery)"))
        rows.append(
            EndpointRow(
                "searchPosts", .searchPosts(everySearch, count: 1, since: "1", before: "9", options: .html),
                "GET posts/search?index=complete&order=score&query=q&text=t&hashtags=h&links=l&link_domains=ld"
                    + "&mentions=m&leading_mentions=lm&annotation_types=at&attachment_types=ft&crosspost_url=cu"
                    + "&crosspost_domain=cd&place_id=p&is_reply=1&is_directed=0&has_location=1&has_checkin=0"
                    + "&is_crosspost=1&has_attachment=0&has_oembed_photo=1&has_oembed_video=0"
                    + "&has_oembed_html5video=1&has_oembed_rich=0&language=en&client_id=c&creator_id=u&reply_to=r"
                    + "&thread_id=th&since_id=1&before_id=9&count=1&include_html=1"))
        return rows
    }()

    private static let everySearch: PostSearch = {
        var search = PostSearch("q")
        search.index = "complete"
        search.order = .score
        search.text = "t"
        search.hashtags = "h"
        search.links = "l"
        search.linkDomains = "ld"
        search.mentions = "m"
        search.leadingMentions = "lm"
        search.annotationTypes = "at"
        search.attachmentTypes = "ft"
        search.crosspostURL = "cu"
        search.crosspostDomain = "cd"
        search.placeID = "p"
        search.isReply = true
        search.isDirected = false
        search.hasLocation = true
        search.hasCheckin = false
        search.isCrosspost = true
        search.hasAttachment = false
        search.hasOEmbedPhoto = true
        search.hasOEmbedVideo = false
        search.hasOEmbedHTML5Video = true
        search.hasOEmbedRich = false
        search.language = "en"
        search.clientID = "c"
        search.creatorID = "u"
        search.replyTo = "r"
        search.threadID = "th"
        return search
    }()

    private static let users: [EndpointRow] = {
        var rows: [EndpointRow] = []
        rows.append(
            EndpointRow("getUser", .user("@finch", options: allUserOptions), "GET users/@finch?\(allUserOptionsQuery)"))
        rows.append(
            EndpointRow(
                "updateUser",
                .updateUser(
                    Profile(
                        name: "Finch", locale: "de_DE", timezone: "Europe/Berlin", description: "Seeds.",
                        annotations: [.removing("a.b")]),
                    options: .html),
                "PUT users/me?include_html=1",
                body: #"{"annotations":[{"type":"a.b"}],"description":{"text":"Seeds."},"#
                    + #""locale":"de_DE","name":"Finch","timezone":"Europe/Berlin"}"#))
        rows.append(
            EndpointRow(
                "patchUser", .updateUser(ProfileChanges(name: "Finch"), options: .html),
                "PATCH users/me?include_html=1", body: #"{"name":"Finch"}"#))
        rows.append(EndpointRow("getUserAvatar", .avatar(of: .me, width: 9, height: 8), "GET users/me/avatar?w=9&h=8"))
        rows.append(EndpointRow("getUserCover", .cover(of: .me, width: 9, height: 8), "GET users/me/cover?w=9&h=8"))
        rows.append(
            EndpointRow("updateUserAvatar", .updateAvatar(picture), "POST users/me/avatar", body: "(form avatar)"))
        rows.append(
            EndpointRow(
                "updateUserCover", .updateCover(picture, options: .html), "POST users/me/cover?include_html=1",
                body: "(form cover)"))
        rows.append(
            EndpointRow("getUsers", .users(ids: ["1", "2"], options: .html), "GET users?ids=1%2C2&include_html=1"))
        rows.append(
            EndpointRow(
                "searchUsers", .searchUsers("#demo", count: 3, options: .html),
                "GET users/search?q=%23demo&count=3&include_html=1"))
        return rows
    }()

    private static let picture = ImageUpload(Data("PNG".utf8))

    private static let relations: [EndpointRow] = [
        EndpointRow("followUser", .follow("@finch", options: .html), "POST users/@finch/follow?include_html=1"),
        EndpointRow("unfollowUser", .unfollow("7", options: .html), "DELETE users/7/follow?include_html=1"),
        EndpointRow("muteUser", .mute("7", options: .html), "POST users/7/mute?include_html=1"),
        EndpointRow("unmuteUser", .unmute("7", options: .html), "DELETE users/7/mute?include_html=1"),
        EndpointRow("blockUser", .block("7", options: .html), "POST users/7/block?include_html=1"),
        EndpointRow("unblockUser", .unblock("7", options: .html), "DELETE users/7/block?include_html=1"),
    ]

    private static let lists: [EndpointRow] = {
        var rows: [EndpointRow] = []
        rows.append(
            EndpointRow(
                "getFollowing",
                .users(followedBy: "7", count: 1, since: "1", before: "9", options: .html, subscription: subscription),
                "GET users/7/following?since_id=1&before_id=9&count=1&include_html=1&\(subscriptionQuery)"))
        rows.append(
            EndpointRow(
                "getFollowers",
                .followers(of: "7", count: 1, since: "1", before: "9", options: .html, subscription: subscription),
                "GET users/7/followers?since_id=1&before_id=9&count=1&include_html=1&\(subscriptionQuery)"))
        rows.append(
            EndpointRow(
                "getPostReposters", .reposters(of: "1", count: 1, since: "1", before: "9", options: .html),
                "GET posts/1/reposters?since_id=1&before_id=9&count=1&include_html=1"))
        rows.append(
            EndpointRow(
                "getPostStarrers", .starrers(of: "1", count: 1, since: "1", before: "9", options: .html),
                "GET posts/1/stars?since_id=1&before_id=9&count=1&include_html=1"))
        rows.append(EndpointRow("getFollowingIDs", .userIDs(followedBy: "7"), "GET users/7/following/ids"))
        rows.append(EndpointRow("getFollowerIDs", .followerIDs(of: "7"), "GET users/7/followers/ids"))
        rows.append(
            EndpointRow("getMutedUsers", .users(mutedBy: .me, options: .html), "GET users/me/muted?include_html=1"))
        rows.append(EndpointRow("getMutedUserIDs", .userIDs(mutedBy: ["1", "2"]), "GET users/muted/ids?ids=1%2C2"))
        rows.append(
            EndpointRow(
                "getBlockedUsers", .users(blockedBy: .me, options: .html), "GET users/me/blocked?include_html=1"))
        rows.append(
            EndpointRow("getBlockedUserIDs", .userIDs(blockedBy: ["1", "2"]), "GET users/blocked/ids?ids=1%2C2"))
        return rows
    }()

    private static let others: [EndpointRow] = {
        var rows: [EndpointRow] = []
        rows.append(
            EndpointRow(
                "getInteractions", .interactions([.star, .reply], count: 1, since: "1", before: "9"),
                "GET users/me/interactions?since_id=1&before_id=9&count=1&interaction_actions=star%2Creply"))
        rows.append(
            EndpointRow(
                "updateStreamMarker",
                .updateMarker(MarkerUpdate(name: "global", id: "1", percentage: 25), resettingLastRead: true),
                "POST posts/marker?reset_read_id=1", body: #"{"id":"1","name":"global","percentage":25}"#))
        rows.append(
            EndpointRow(
                "updateStreamMarker, several", .updateMarkers([MarkerUpdate(name: "global", id: "1")]),
                "POST posts/marker", body: #"[{"id":"1","name":"global"}]"#))
        rows.append(
            EndpointRow(
                "processText", .processText("[a](b)", entities: EntitiesInput(parseMarkdownLinks: true)),
                "POST text/process", body: #"{"entities":{"parse_markdown_links":true},"text":"[a](b)"}"#))
        rows.append(EndpointRow("getToken", .token(subscription: subscription), "GET token?\(subscriptionQuery)"))
        rows.append(
            EndpointRow("getToken, delegated", .token(delegate: "d", clientID: "c", clientSecret: "s"), "GET token"))
        rows.append(EndpointRow("deauthorizeToken", .deauthorizeToken(), "DELETE token"))
        rows.append(EndpointRow("getAuthorizedUserIDs", .authorizedUserIDs(), "GET apps/me/tokens/user_ids"))
        rows.append(
            EndpointRow(
                "getAuthorizedUserTokens", .authorizedTokens(count: 1, since: "1", before: "9"),
                "GET apps/me/tokens?since_id=1&before_id=9&count=1"))
        rows.append(EndpointRow("getConfiguration", .configuration(), "GET config"))
        return rows
    }()
}
