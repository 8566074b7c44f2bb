/** A network whose callers are counted together. */
export interface CountedNetwork {
  readonly network: string
  /** How many times the limits of one address apply to it. */
  readonly factor: number
}

const IPV6 = /^([\da-f]{1,4}):([\da-f]{1,4}):([\da-f]{1,4}):([\da-f]{1,4})::\/64$/

/** How many times the limits of a /64 network the /56 and the /48 network around it have. */
const FACTORS = { 56: 2, 48: 4 } as const

/**
 * The networks by which a client is counted, the narrowest first: an IPv4 address alone, and of IPv6 the /64, /56 and
 * /48 networks, since one customer can get as many as 65,536 networks of /64. `network` is as `clientNetwork` of the
 * caller says it.
 */
export function countedNetworks(network: string): readonly [CountedNetwork, ...CountedNetwork[]] {
  const own = { network, factor: 1 }
  const groups = IPV6.exec(network)
  if (groups === null) return [own]
  const site = groups.slice(1, 4).join(':')
  const subnet = (Number.parseInt(groups[4] ?? '0', 16) & 0xff00).toString(16)
  return [
    own,
    { network: `${site}:${subnet}::/56`, factor: FACTORS[56] },
    { network: `${site}::/48`, factor: FACTORS[48] },
  ]
}
