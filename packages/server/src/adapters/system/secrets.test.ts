import { expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'

const secrets = createSecrets(new Uint8Array(32).fill(7))

test('an API key has a prefix, 256 random bits and a checksum, and is never repeated', () => {
  const [a, b] = [secrets.newApiKey(), secrets.newApiKey()]
  expect(a).toMatch(/^hf_[0-9A-Za-z]{49}$/)
  expect(a).not.toBe(b)
})

test('the manage token of a booking is always the same, and differs with the server key', () => {
  const token = secrets.manageToken('bkg_1')
  expect(token).toMatch(/^hm_[0-9A-Za-z]{49}$/)
  expect(secrets.manageToken('bkg_1')).toBe(token)
  expect(secrets.manageToken('bkg_2')).not.toBe(token)
  expect(createSecrets(new Uint8Array(32)).manageToken('bkg_1')).not.toBe(token)
})

test('hashes are SHA-256, and only equal hashes compare as equal', () => {
  expect(Buffer.from(secrets.hash('abc')).toString('hex')).toBe(
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  )
  expect(secrets.hashesEqual(secrets.hash('a'), secrets.hash('a'))).toBe(true)
  expect(secrets.hashesEqual(secrets.hash('a'), secrets.hash('b'))).toBe(false)
  expect(secrets.hashesEqual(secrets.hash('a'), new Uint8Array(3))).toBe(false)
})

test('the marks of a person differ by account, address and server key, and include those of previous keys', () => {
  const previous = { bytes: new Uint8Array(32).fill(7), validUntilEpochSeconds: 0 }
  const rotated = createSecrets(new Uint8Array(32).fill(8), [previous])
  const [mark = ''] = secrets.personMarks('acc_1', 'ann@example.com')
  expect(mark).toMatch(/^[0-9a-f]{64}$/)
  expect(secrets.personMarks('acc_2', 'ann@example.com')).not.toContain(mark)
  expect(secrets.personMarks('acc_1', 'bob@example.com')).not.toContain(mark)
  const marks = rotated.personMarks('acc_1', 'ann@example.com')
  expect(marks).toHaveLength(2)
  expect(marks[1]).toBe(mark)
  expect(marks[0]).not.toBe(mark)
})

test('the PKCE verifier of a state is valid, always the same, and differs with the server key', () => {
  const verifier = secrets.pkceVerifier('state')
  expect(verifier).toMatch(/^[0-9A-Za-z]{43}$/)
  expect(secrets.pkceVerifier('state')).toBe(verifier)
  expect(secrets.pkceVerifier('another')).not.toBe(verifier)
  expect(createSecrets(new Uint8Array(32)).pkceVerifier('state')).not.toBe(verifier)
})
