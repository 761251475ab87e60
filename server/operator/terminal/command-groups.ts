import { CATALOGUE_COMMANDS } from '#server/operator/terminal/catalogue-commands.ts'
import { CLIENT_COMMANDS, REGISTRATION_COMMANDS } from '#server/operator/terminal/client-commands.ts'
import type { Command } from '#server/operator/terminal/command.ts'
import { DEMO_COMMANDS } from '#server/operator/terminal/demo-commands.ts'
import { ORDER_COMMANDS } from '#server/operator/terminal/order-commands.ts'
import { REQUEST_COMMANDS } from '#server/operator/terminal/request-commands.ts'
import { FEED_COMMANDS, MESSAGE_COMMANDS } from '#server/operator/terminal/upkeep-commands.ts'

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
