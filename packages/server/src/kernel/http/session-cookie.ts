import type { HttpSettings } from './context.ts'

const PLAIN_NAME = 'holdfast_session'
// With this prefix, browsers accept the cookie only from this host, over https and for `/`.
const SECURE_NAME = `__Host-${PLAIN_NAME}`
const TOKEN = /^hs_[0-9A-Za-z]{1,200}$/

type Settings = Pick<HttpSettings, 'publicUrl'>

const isSecure = ({ publicUrl }: Settings): boolean => publicUrl?.startsWith('https:') === true

/** The name of the cookie. Over https, it has the prefix that binds it to this host (RFC 6265bis). */
export const cookieName = (settings: Settings): string =>
  isSecure(settings) ? SECURE_NAME : PLAIN_NAME

/** The `Set-Cookie` header for a token. A `maxAgeSeconds` of 0 deletes the cookie. */
export const sessionCookie = (settings: Settings, token: string, maxAgeSeconds: number): string =>
  [
    `${cookieName(settings)}=${token}`,
    'Path=/',
    `Max-Age=${maxAgeSeconds}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure(settings) ? ['Secure'] : []),
  ].join('; ')

/** The session token in a `Cookie` header. Undefined if there is none or it is malformed. */
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
