import type { HttpSettings } from './context.ts'
import { hostCookie, readHostCookie } from './host-cookie.ts'

const NAME = 'holdfast_session'
const TOKEN = /^hs_[0-9A-Za-z]{1,200}$/

type Settings = Pick<HttpSettings, 'publicUrl'>

/** The `Set-Cookie` header for a token. A `maxAgeSeconds` of 0 deletes the cookie. */
export const sessionCookie = (settings: Settings, token: string, maxAgeSeconds: number): string =>
  hostCookie(settings, NAME, token, maxAgeSeconds)

/** The session token in a `Cookie` header. Undefined if there is none or it is malformed. */
export const readSessionCookie = (settings: Settings, header: string | null): string | undefined =>
  readHostCookie(settings, NAME, header, TOKEN)
