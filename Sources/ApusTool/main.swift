import ApusCommands

await ApusCommand.main()
