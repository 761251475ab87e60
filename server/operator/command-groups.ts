import { CATALOGUE_COMMANDS } from '#server/operator/catalogue-commands.ts'
import { CLIENT_COMMANDS, REGISTRATION_COMMANDS } from '#server/operator/client-commands.ts'
import type { Command } from '#server/operator/command.ts'
import { DEMO_COMMANDS } from '#server/operator/demo-commands.ts'
import { FEED_COMMANDS } from '#server/operator/feed-commands.ts'
import { MESSAGE_COMMANDS } from '#server/operator/message-commands.ts'
import { ORDER_COMMANDS } from '#server/operator/order-commands.ts'
import { REQUEST_COMMANDS } from '#server/operator/request-commands.ts'

/** All commands by subject, in the order of the help. A new group of commands is added here. */
export const COMMAND_GROUPS: readonly (readonly Command[])[] = [
  REQUEST_COMMANDS,
  CATALOGUE_COMMANDS,
  CLIENT_COMMANDS,
  REGISTRATION_COMMANDS,
  ORDER_COMMANDS,
  MESSAGE_COMMANDS,
  DEMO_COMMANDS,
  FEED_COMMANDS,
]

/** The commands of all groups. */
export const COMMANDS: readonly Command[] = COMMAND_GROUPS.flat()
