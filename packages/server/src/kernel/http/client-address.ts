import { isIPv4, isIPv6 } from 'node:net'

/** The environment that the Node server passes with each request. */
export interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string | undefined } }
}

const UNKNOWN = 'unknown'

/** An address without the port that some proxies append, and without brackets or a zone. */
function withoutPort(text: string): string {
  const plain = text.trim()
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(plain)?.[1]
  const ipv4 = /^([\d.]+):\d+$/.exec(plain)?.[1]
  return (bracketed ?? ipv4 ?? plain).split('%')[0] ?? ''
}

/** The eight groups of an IPv6 address, each without leading zeros. */
function groupsOf(address: string): readonly string[] {
  // Writes an IPv4 ending as two groups, and shortens each group.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
}

/** The IPv4 address that IPv6 groups map (`::ffff:0:0/96`), if they map one. */
function mappedIPv4(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16)
    return [value >> 8, value & 0xff]
  })
  return bytes.join('.')
}

/**
 * The address that a peer or a proxy names: an entry of `X-Forwarded-For` with or without a port. A mapped IPv6
 * address becomes its IPv4 address, and whatever is not an address becomes `unknown`.
 */
function addressOf(text: string): string {
  const address = withoutPort(text)
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return UNKNOWN
  return mappedIPv4(groupsOf(address)) ?? address
}

/**
 * The network that identifies a client: an IPv4 address, or the /64 network of an IPv6 address, because one
 * subscriber owns all addresses of a /64. An invalid address becomes `unknown`.
 */
export function networkOf(text: string): string {
  const address = addressOf(text)
  return isIPv6(address) ? `${groupsOf(address).slice(0, 4).join(':')}::/64` : address
}

function sentFrom(
  env: NodeBindings | undefined,
  forwardedFor: string | null,
  trustedProxies: number,
): string {
  if (trustedProxies > 0 && forwardedFor !== null) {
    const seen = forwardedFor.split(',')
    const address = seen.at(-trustedProxies)
    if (address !== undefined) return address
  }
  return env?.incoming?.socket?.remoteAddress ?? UNKNOWN
}

/**
 * The address of the client of a request. Behind `trustedProxies` proxies, it is the address that the
 * outermost proxy saw: the entry that many places from the right in `X-Forwarded-For`. Entries further left
 * come from the client and are not trusted. With 0 proxies, it is the address of the socket. `unknown` if it
 * is not an address.
 */
export const clientAddress = (...request: Parameters<typeof sentFrom>): string =>
  addressOf(sentFrom(...request))

/** The network of the client of a request: that of its address, as `clientAddress` finds it. */
export const clientNetwork = (...request: Parameters<typeof sentFrom>): string =>
  networkOf(sentFrom(...request))
