import { parse, serialize } from 'hono/utils/cookie'
import type { HttpSettings } from './context.ts'

type Settings = Pick<HttpSettings, 'publicUrl'>

const isSecure = ({ publicUrl }: Settings): boolean => publicUrl?.startsWith('https:') === true

/** The name of a cookie. Over https, it has the prefix that binds it to this host (RFC 6265bis). */
const hostCookieName = (settings: Settings, name: string): string =>
  // With this prefix, browsers accept the cookie only from this host, over https and for `/`.
  isSecure(settings) ? `__Host-${name}` : name

/**
 * The `Set-Cookie` header of a cookie that no script can read and no other site can send. A `maxAgeSeconds` of 0
 * deletes the cookie.
 */
export const hostCookie = (
  settings: Settings,
  name: string,
  value: string,
  maxAgeSeconds: number,
): string =>
  serialize(hostCookieName(settings, name), value, {
    path: '/',
    maxAge: maxAgeSeconds,
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure(settings),
  })

/** The value of a cookie in a `Cookie` header. Undefined if there is none or it does not match. */
export function readHostCookie(
  settings: Settings,
  name: string,
  header: string | null | undefined,
  pattern: RegExp,
): string | undefined {
  const full = hostCookieName(settings, name)
  const value = header ? parse(header, full)[full] : undefined
  return value !== undefined && pattern.test(value) ? value : undefined
}
