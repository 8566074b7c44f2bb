/** The kinds of links in emails, by the name of their secret in the fragment. */
const KINDS = ['token', 'invitation', 'setup'] as const

/** The secret of a link in an email. Browsers never send the fragment, so mail scanners cannot redeem it. */
export interface LinkSecret {
  /** `token`: a sign-in link. `invitation`: for a new member. `setup`: for the first owner of a server. */
  readonly kind: (typeof KINDS)[number]
  readonly secret: string
}

/** Reads the secret of a fragment such as `#token=…`. Undefined if it has none. */
export function linkSecretIn(fragment: string): LinkSecret | undefined {
  const parts = new URLSearchParams(fragment.replace(/^#/, ''))
  for (const kind of KINDS) {
    const secret = parts.get(kind)
    if (secret) return { kind, secret }
  }
  return undefined
}

/** Takes the secret out of the address bar, so that neither the history nor a copied address contains it. */
export function takeLinkSecret(): LinkSecret | undefined {
  const taken = linkSecretIn(location.hash)
  if (location.hash !== '') history.replaceState(null, '', location.pathname + location.search)
  return taken
}
