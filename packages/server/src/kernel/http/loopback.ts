import { isIPv4 } from 'node:net'
import type { Context } from 'hono'
import type { HttpEnv } from './context.ts'

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const

const isLoopbackAddress = (address: string): boolean => {
  const plain = address.replace(/^::ffff:/i, '')
  return address === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}

const isLoopbackName = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''))

/**
 * Says whether a request was made at this machine: over a loopback socket, through no proxy that says
 * so, and under a name of this machine. The name matters in a browser: a page of a stranger whose name
 * was made to resolve to 127.0.0.1 comes over the loopback too, but under that stranger's name.
 */
export function isFromThisMachine(c: Context<HttpEnv>): boolean {
  const { headers } = c.req.raw
  // The environment is what the Node server gives; there is none on other hosts.
  const env: HttpEnv['Bindings'] | undefined = c.env
  const address = env?.incoming?.socket?.remoteAddress ?? ''
  return (
    isLoopbackAddress(address) &&
    FORWARDED.every((name) => headers.get(name) === null) &&
    isLoopbackName(new URL(c.req.url).hostname)
  )
}
