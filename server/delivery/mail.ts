import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createTransport } from 'nodemailer'

import type { Instant } from '#src/domain/time/bogota.ts'

/** A mail to one address. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same content as HTML. */
  readonly html?: string | undefined
  /** Further headers, such as List-Unsubscribe. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** Sends mails. */
export interface Mailer {
  /** Throws when the mail cannot be sent. */
  send(mail: Mail): Promise<void>
  close(): void
}

const TIMEOUT_MS = 10_000

/** Sends mails through an SMTP server. `url` has the form `smtps://user:password@host:465`. */
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

interface FileMailerParts {
  readonly folder: string
  readonly from: string
  /** The real clock. */
  readonly now: () => Instant
  /** Called with the file URL of each mail. */
  readonly onWritten: (url: string) => void
}

const toEncodedWord = (text: string) => `=?UTF-8?B?${Buffer.from(text).toString('base64')}?=`

/** Headers of a MIME part, and the empty line before its content. */
const TEXT_HEADERS = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '']
const HTML_HEADERS = ['Content-Type: text/html; charset=utf-8', 'Content-Transfer-Encoding: 8bit', '']

/** Returns the body and its headers: the text alone, or text and HTML as alternatives. */
function toBodyLines({ text, html }: Mail): readonly string[] {
  if (html === undefined) return [...TEXT_HEADERS, text]
  const boundary = `parte-${randomBytes(12).toString('hex')}`
  const parts = [
    [...TEXT_HEADERS, text],
    [...HTML_HEADERS, html],
  ].flatMap((part) => [`--${boundary}`, ...part])
  return [`Content-Type: multipart/alternative; boundary="${boundary}"`, '', ...parts, `--${boundary}--`]
}

/** Formats a mail (RFC 5322). The body is not encoded, so that the file is readable as text. */
const formatMail = (mail: Mail, from: string, at: Instant) =>
  [
    `From: ${from}`,
    `To: ${mail.to}`,
    `Subject: ${toEncodedWord(mail.subject)}`,
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    ...Object.entries(mail.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    ...toBodyLines(mail),
    '',
  ].join('\n')

const toFileName = (at: Instant) =>
  `${new Date(at).toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}.eml`

/** Writes each mail to a file in `folder`, for a server without SMTP_URL. */
export const createFileMailer = ({ folder, from, now, onWritten }: FileMailerParts): Mailer => ({
  async send(mail) {
    const at = now()
    const file = join(folder, toFileName(at))
    await mkdir(folder, { recursive: true })
    // A recovery link gives access to an account, so only the owner may read the file.
    await writeFile(file, formatMail(mail, from, at), { mode: 0o600 })
    onWritten(pathToFileURL(file).href)
  },
  close: () => undefined,
})
