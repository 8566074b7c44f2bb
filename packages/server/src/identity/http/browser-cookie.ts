import { z } from '@hono/zod-openapi'
import type { HttpSettings } from '../../kernel/http/context.ts'
import { hostCookie, readHostCookie } from '../../kernel/http/host-cookie.ts'
import { SIGN_IN_SECONDS } from '../people/sign-in-link.ts'

const NAME = 'holdfast_sign_in'
const SECRET = /^[0-9A-Za-z]{43}$/

type Settings = Pick<HttpSettings, 'publicUrl'>

/** The header with the cookie of a browser that asked for a link. */
export const cookieHeader = {
  Cookie: z.string().optional().openapi({
    description: 'The cookie that `POST /v1/sign-in` set. Browsers send it themselves.',
    example: 'holdfast_sign_in=…',
  }),
}

/** The `Set-Cookie` header that binds a link to the browser that asked for it. It lasts as long as the link. */
export const browserCookie = (settings: Settings, secret: string): string =>
  hostCookie(settings, NAME, secret, SIGN_IN_SECONDS)

/** The secret of a browser that asked for a link. Undefined if it has none. */
export const browserSecretOf = (
  settings: Settings,
  header: string | undefined,
): string | undefined => readHostCookie(settings, NAME, header, SECRET)
