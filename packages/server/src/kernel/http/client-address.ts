import { isIP, isIPv4, isIPv6 } from 'node:net'

/** The environment that the Node server passes with each request. */
export interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } }
}

const UNKNOWN = 'unknown'

/** The eight groups of an IPv6 address, each without leading zeros. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return groups.map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
}

/**
 * The network that identifies a client: an IPv4 address, or the /64 network of an IPv6 address, because one
 * subscriber owns all addresses of a /64. An invalid address becomes `unknown`.
 */
export function networkOf(address: string): string {
  const plain = (address.split('%')[0] ?? '').trim()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return UNKNOWN
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`
}

function sentFrom(
  env: NodeBindings | undefined,
  forwardedFor: string | null,
  trustedProxies: number,
): string {
  if (trustedProxies > 0 && forwardedFor !== null) {
    const seen = forwardedFor.split(',')
    const address = seen.at(-trustedProxies)
    if (address !== undefined) return address.trim()
  }
  return env?.incoming?.socket?.remoteAddress ?? UNKNOWN
}

/**
 * The address of the client of a request. Behind `trustedProxies` proxies, it is the address that the
 * outermost proxy saw: the entry that many places from the right in `X-Forwarded-For`. Entries further left
 * come from the client and are not trusted. With 0 proxies, it is the address of the socket. `unknown` if it
 * is not an address.
 */
export function clientAddress(...request: Parameters<typeof sentFrom>): string {
  const address = sentFrom(...request)
  return isIP(address) === 0 ? UNKNOWN : address
}

/** The network of the client of a request: that of its address, as `clientAddress` finds it. */
export const clientNetwork = (...request: Parameters<typeof sentFrom>): string =>
  networkOf(sentFrom(...request))
