import { parse, serialize } from 'hono/utils/cookie'
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
  serialize(cookieName(settings), token, {
    path: '/',
    maxAge: maxAgeSeconds,
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure(settings),
  })

/** The session token in a `Cookie` header. Undefined if there is none or it is malformed. */
export function readSessionCookie(settings: Settings, header: string | null): string | undefined {
  const name = cookieName(settings)
  const token = header === null ? undefined : parse(header, name)[name]
  return token !== undefined && TOKEN.test(token) ? token : undefined
}
