import { expect, test } from 'vitest'
import type {
  Credential,
  CredentialVault,
} from '../../src/external-calendars/ports/credential-vault.ts'

/** The tokens of a calendar at a vendor. */
export const TOKENS: Credential = {
  kind: 'oauth',
  accessToken: 'access',
  refreshToken: 'refresh',
  accessExpiresAtEpochSeconds: 1_776_672_000,
  scope: 'calendar',
}

/** The address of a feed. */
export const FEED: Credential = { kind: 'feed', url: 'https://calendars.example.com/a.ics' }

/** Whose credentials they are. */
export const OWNER = { accountId: 'acc_1', providerId: 'prv_1' }

/** What every vault does. `open` returns the same vault as another process would open it. */
export function vaultSuite(open: () => CredentialVault): void {
  test('a secret is read by its reference, also by another process, until it is deleted', async () => {
    const tokens = await open().put(TOKENS, OWNER)
    const feed = await open().put(FEED, OWNER)
    expect(await open().get(tokens)).toEqual(TOKENS)
    expect(await open().get(feed)).toEqual(FEED)
    await open().remove(tokens)
    expect(await open().get(tokens)).toBeUndefined()
    expect(await open().get(feed)).toEqual(FEED)
  })

  test('two equal secrets have references of their own, and deleting one leaves the other', async () => {
    const [one, two] = [await open().put(FEED, OWNER), await open().put(FEED, OWNER)]
    expect(one).not.toBe(two)
    await open().remove(one)
    expect(await open().get(two)).toEqual(FEED)
  })

  test('deleting a secret twice, or one that never was, does nothing', async () => {
    const vault = open()
    const reference = await vault.put(FEED, OWNER)
    await vault.remove(reference)
    await vault.remove(reference)
    await vault.remove('never-was')
    expect(await vault.get('never-was')).toBeUndefined()
  })

  test('a vault without predecessor has no outdated secret', async () => {
    const vault = open()
    expect(vault.isOutdated?.(await vault.put(FEED, OWNER)) ?? false).toBe(false)
  })
}
