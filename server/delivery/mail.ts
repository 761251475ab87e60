import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createTransport } from 'nodemailer'

import type { Instant } from '#src/domain/time/bogota.ts'

/** A message of plain text to one person. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Brings messages on their way; throws when that fails. */
export interface Mailer {
  send(mail: Mail): Promise<void>
  close(): void
}

const TIMEOUT_MS = 10_000

/** Through the server at an address like `smtps://user:password@host:465`. */
export function createSmtpMailer(url: string, from: string): Mailer {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS }
  const transport = createTransport({ url, ...timeouts, pool: true, maxConnections: 2 }, { from })
  return {
    send: async (mail) => {
      await transport.sendMail({ ...mail })
    },
    close: () => transport.close(),
  }
}

export interface FileMailerParts {
  readonly folder: string
  readonly from: string
  /** The real clock. */
  readonly now: () => Instant
  /** Hears where a message can be opened. */
  readonly written: (link: string) => void
}

const encodedWord = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`

/** A message as mail programs open it; its body stands there as it is, for those who open it as text. */
const messageText = ({ to, subject, text }: Mail, from: string, at: Instant) =>
  [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${encodedWord(subject)}`,
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    text,
    '',
  ].join('\n')

const nameOf = (at: Instant) =>
  `${new Date(at).toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`

/** Into a folder, a file for each message: where there is no mail server, messages can be read there. */
export const createFileMailer = ({ folder, from, now, written }: FileMailerParts): Mailer => ({
  async send(mail) {
    const at = now()
    const file = join(folder, nameOf(at))
    await mkdir(folder, { recursive: true })
    // The links inside open accounts: they are for the owner of the folder alone.
    await writeFile(file, messageText(mail, from, at), { mode: 0o600 })
    written(pathToFileURL(file).href)
  },
  close: () => undefined,
})
