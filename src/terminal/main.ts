import { argv, exit, stdout } from 'node:process'
import { openTerminal, openTerminalDemo, type TerminalPortal } from '#src/composition/terminal.ts'
import {
  readTerminalArguments,
  TERMINAL_USAGE,
  type TerminalArguments,
  terminalRefusalMessage,
} from '#src/terminal/arguments.ts'
import { openBackOffice } from '#src/terminal/back-office.ts'
import { createMarketScreen, logInClient } from '#src/terminal/market.ts'
import { exitWith, type Screen, showScreen } from '#src/terminal/screen.ts'

function readArguments(): TerminalArguments {
  const result = readTerminalArguments(argv.slice(2))
  if (result.ok) return result.value
  if (result.error.kind !== 'help') return exitWith(terminalRefusalMessage(result.error), 2)
  stdout.write(`${TERMINAL_USAGE}\n`)
  return exit(0)
}

async function openPortal({ demo, serverUrl }: TerminalArguments): Promise<TerminalPortal> {
  if (demo) return openTerminalDemo()
  const result = await openTerminal(serverUrl)
  return result.ok ? result.value : exitWith(`${serverUrl}: ${result.error.join(' ')}`, 1)
}

async function openScreen({ user, backOffice }: TerminalArguments, terminal: TerminalPortal): Promise<Screen> {
  if (backOffice !== null) return openBackOffice(terminal, backOffice, backOffice.query)
  if (user !== undefined) await logInClient(terminal, user)
  return createMarketScreen(terminal)
}

const options = readArguments()
showScreen(await openScreen(options, await openPortal(options)))
