import { isIPv4 } from 'node:net'
import type { Call } from './call.ts'

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const

const isLoopbackAddress = (address: string): boolean => {
  const plain = address.replace(/^::ffff:/i, '')
  return address === '::1' || (isIPv4(plain) && plain.startsWith('127.'))
}

/** Whether a host name or address in a URL or a setting names this machine. */
export const isLoopbackName = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''))

/**
 * Whether a request comes from this machine: over a loopback socket, without proxy headers, and with a
 * loopback host name. The host name protects against DNS rebinding, where a foreign page reaches the
 * loopback address under its own name.
 */
export function isFromThisMachine({ sent: { headers, url }, env }: Call): boolean {
  // Only the Node server passes an environment.
  const address = env?.incoming?.socket?.remoteAddress ?? ''
  return (
    isLoopbackAddress(address) &&
    FORWARDED.every((name) => headers.get(name) === null) &&
    isLoopbackName(new URL(url).hostname)
  )
}
