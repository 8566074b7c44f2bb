import type { HttpSettings } from './context.ts'

const PLAIN_NAME = 'holdfast_session'
// The prefix makes a browser refuse the cookie from anywhere but this host, over https, for `/`.
const SECURE_NAME = `__Host-${PLAIN_NAME}`
const TOKEN = /^hs_[0-9A-Za-z]{1,200}$/

type Settings = Pick<HttpSettings, 'publicUrl'>

const isSecure = ({ publicUrl }: Settings): boolean => publicUrl?.startsWith('https:') === true

/** The name of the cookie: over https with the prefix that binds it to this host (RFC 6265bis). */
export const cookieName = (settings: Settings): string =>
  isSecure(settings) ? SECURE_NAME : PLAIN_NAME

/** `Set-Cookie` of a token for so many seconds; 0 makes the browser forget it. */
export const sessionCookie = (settings: Settings, token: string, maxAgeSeconds: number): string =>
  [
    `${cookieName(settings)}=${token}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure(settings) ? ['Secure'] : []),
  ].join('; ')

/** The token in a `Cookie` header, if it has one that can be one. */
export function readSessionCookie(settings: Settings, header: string | null): string | undefined {
  const name = cookieName(settings)
  for (const pair of header?.split(';') ?? []) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) {
      const token = pair.slice(at + 1).trim()
      if (TOKEN.test(token)) return token
    }
  }
  return undefined
}
