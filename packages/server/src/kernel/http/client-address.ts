import { isIPv4, isIPv6 } from 'node:net'

/** What the Node server gives every request beside it. */
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
 * What stands for one client: an IPv4 address, or the /64 network of an IPv6 one, since a single
 * subscriber has all addresses of a /64. An address that is none is `unknown`.
 */
export function networkOf(address: string): string {
  const plain = (address.split('%')[0] ?? '').trim()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1]
  if (mapped !== undefined && isIPv4(mapped)) return mapped
  if (isIPv4(plain)) return plain
  if (!isIPv6(plain)) return UNKNOWN
  return `${groupsOf(plain).slice(0, 4).join(':')}::/64`
}

/**
 * The network that a request came from. Behind `trustedProxies` proxies it is the address that the
 * outermost of them saw: the one that many places from the right end of `X-Forwarded-For`; what
 * stands further left was written by the client and proves nothing. With 0 it is the socket's.
 */
export function clientNetwork(
  env: NodeBindings | undefined,
  forwardedFor: string | null,
  trustedProxies: number,
): string {
  if (trustedProxies > 0 && forwardedFor !== null) {
    const seen = forwardedFor.split(',')
    const address = seen.at(-trustedProxies)
    if (address !== undefined) return networkOf(address)
  }
  return networkOf(env?.incoming?.socket?.remoteAddress ?? UNKNOWN)
}
