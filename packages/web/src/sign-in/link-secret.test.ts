import { expect, test } from 'vitest'
import { linkSecretIn } from './link-secret.ts'

test.each([
  ['#token=hs_abc', { kind: 'token', secret: 'hs_abc' }],
  ['#invitation=hv_abc', { kind: 'invitation', secret: 'hv_abc' }],
  ['#setup=hu_abc', { kind: 'setup', secret: 'hu_abc' }],
  ['#token=', undefined],
  ['#top', undefined],
  ['', undefined],
])('the fragment "%s" holds the secret %o', (fragment, secret) => {
  expect(linkSecretIn(fragment)).toEqual(secret)
})
