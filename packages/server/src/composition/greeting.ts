import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import type { Demo } from './demo.ts'

type Settings = Pick<Config, 'publicUrl' | 'smtpUrl' | 'development'>

/**
 * How the operator learns the first API key: `shown` once on a terminal, in a `file` if the output may be
 * a log that others read, or `given` in the settings.
 */
export type FirstKey =
  | { readonly kind: 'shown'; readonly apiKey: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'given' }

/**
 * How the operator learns the link that makes them the first owner: `shown` on a terminal, or in a `file` if the
 * output may be a log that others read.
 */
export type SetupLink =
  | { readonly kind: 'shown'; readonly url: string }
  | { readonly kind: 'file'; readonly path: string }

/** Stores a secret in the data folder, readable only by this user. Returns the path. */
export async function storeSecret(
  dataDir: string,
  name: 'first-api-key' | 'first-sign-in-link',
  secret: string,
): Promise<string> {
  const path = join(dataDir, name)
  const own = `${path}.${randomBytes(6).toString('hex')}`
  await mkdir(dataDir, { recursive: true })
  await writeFile(own, `${secret}\n`, { mode: 0o600, flag: 'wx' })
  // Replaces a file of an earlier store in this folder, and its mode.
  await rename(own, path)
  return path
}

/** The links that every installation has, by name. */
export const links = ({ publicUrl, smtpUrl, development }: Settings) => ({
  Dashboard: `${publicUrl}/dashboard`,
  Directory: `${publicUrl}/directory`,
  Documentation: `${publicUrl}/docs`,
  OpenAPI: `${publicUrl}/openapi.json`,
  ...(smtpUrl === undefined && {
    Mailbox: `${publicUrl}/mailbox${development ? '' : ' (after signing in to the dashboard)'}`,
  }),
})

const NAME_WIDTH = 15

const lines = (byName: Readonly<Record<string, string>>): string =>
  Object.entries(byName)
    .map(([name, link]) => `  ${name.padEnd(NAME_WIDTH)}${link}\n`)
    .join('')

/** What the operator learns at a start, besides the links. */
export interface Secrets {
  /** Set until there is an owner. */
  readonly setupLink?: SetupLink | undefined
  /** Set if the key is new. */
  readonly key?: FirstKey | undefined
}

/**
 * The greeting on later starts, and on the first one without demo data: the link to become the owner until there is
 * one, the API key if it is new, and the links of every installation.
 */
export const greeting = (settings: Settings, { setupLink, key }: Secrets = {}): string =>
  `${setupText(setupLink)}${key === undefined ? '' : keyText('', key)}\n${lines(links(settings))}\n`

/**
 * The greeting of an installation with demo data: the link to become the owner, the API key, the links, and commands
 * to try a booking.
 */
export function demoGreeting(
  settings: Settings,
  { setupLink, key }: Secrets & { readonly key: FirstKey },
  demo: Demo,
): string {
  const { publicUrl } = settings
  const [eventTypeId] = demo.eventTypeIds
  return `${setupText(setupLink)}${keyText('Holdfast created a demo account in the empty store. ', key)}
  Booking pages  ${publicUrl}/ada-berger/check-up
                 ${publicUrl}/ada-berger/consultation
                 ${publicUrl}/noah-tremblay/first-session
                 ${publicUrl}/noah-tremblay/training (with a deposit of simulated money)
  Stays          ${publicUrl}/stays/${demo.calendarId}
${lines(links(settings))}
  To hold a slot and confirm the booking, run in another terminal:

    KEY=${shellValue(key)}
    FROM=$(date -u +%Y-%m-%dT%H:%M:%SZ)
    TO=$(node -p 'new Date(Date.now() + 7 * 864e5).toISOString()')
    START=$(curl -s "${publicUrl}/v1/event-types/${eventTypeId}/slots?from=$FROM&to=$TO" \\
      -H "Authorization: Bearer $KEY" | node -p 'JSON.parse(fs.readFileSync(0)).data[0].start')
    BOOKING=$(curl -s ${publicUrl}/v1/bookings -H "Authorization: Bearer $KEY" \\
      -H 'Content-Type: application/json' -H "Idempotency-Key: $(date +%s%N)" \\
      -d '{"eventTypeId":"${eventTypeId}","start":"'$START'","booker":{"name":"Grace","email":"grace@example.com"}}' \\
      | node -p 'JSON.parse(fs.readFileSync(0)).id')
    curl -s -X POST ${publicUrl}/v1/bookings/$BOOKING/confirm -H "Authorization: Bearer $KEY"

`
}

function setupText(link: SetupLink | undefined): string {
  switch (link?.kind) {
    case undefined:
      return ''
    case 'shown':
      return `\n  Open this link to sign in as the owner. It works once, for 24 hours:\n\n    ${link.url}\n`
    case 'file':
      return `\n  Only this user can read the file with the link to sign in as the owner:\n\n    ${link.path}\n`
  }
}

function keyText(introduction: string, key: FirstKey): string {
  switch (key.kind) {
    case 'shown':
      return `\n  ${introduction}The API key is shown only once:\n\n    ${key.apiKey}\n`
    case 'file':
      return `\n  ${introduction}Only this user can read the file with the API key:\n\n    ${key.path}\n`
    case 'given':
      return `\n  ${introduction}The API key is HOLDFAST_BOOTSTRAP_API_KEY.\n`
  }
}

/** The key as a value in a shell. */
function shellValue(key: FirstKey): string {
  switch (key.kind) {
    case 'shown':
      return key.apiKey
    case 'file':
      return `$(cat '${key.path.replaceAll("'", "'\\''")}')`
    case 'given':
      return '$HOLDFAST_BOOTSTRAP_API_KEY'
  }
}
