import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { accepted, peopleWorld, STRANGER } from '../../tests/support/people-world.ts'
import { createSqliteStore } from '../adapters/sqlite/sqlite-store.ts'
import { firstAccount } from '../identity/accounts/accounts.ts'
import { redeemSignInLink } from '../identity/sign-in/redeem-link.ts'
import { setUpOwner } from '../identity/sign-in/setup.ts'
import { sqliteFile } from './open-store.ts'
import { runSignInLink } from './sign-in-link.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'holdfast-sign-in-link-'))
})
afterEach(() => rm(folder, { recursive: true, maxRetries: 5 }))

/** Runs the command; answers its exit code and what it printed. */
async function run(email: string) {
  const texts: string[] = []
  const keep = (text: string) => void texts.push(text)
  const env = { HOLDFAST_DATA_DIR: folder, HOLDFAST_PUBLIC_URL: 'https://book.example.com' }
  const code = await runSignInLink(['--email', email], env, { report: keep, notice: keep })
  return { code, text: texts.join('') }
}

test('the command prints the setup link until there is an owner, then links for members only', async () => {
  const store = await createSqliteStore({ file: sqliteFile(folder) })
  try {
    const { deps } = peopleWorld({ store }, new Date().toISOString())
    await firstAccount(deps)
    const email = 'olga@example.com'
    const first = await run(email)
    expect(first.code).toBe(0)
    expect(first.text).toMatch(/^https:\/\/book\.example\.com\/sign-in#setup=hl_\w{49}\n$/)
    const setUp = { token: first.text.split('=')[1]?.trim() ?? '', name: 'Olga', email }
    accepted(await setUpOwner(deps, STRANGER, { ...setUp, device: 'test' }))

    expect(await run('stranger@example.com')).toEqual({
      code: 1,
      text: 'No member has the address "stranger@example.com". An owner can invite them.',
    })
    expect((await run('stranger@bücher.example')).text).toBe(
      'No member has the address "stranger@xn--bcher-kva.example". An owner can invite them.',
    )
    const second = await run('Olga@example.com')
    expect(second.text).toMatch(/^https:\/\/book\.example\.com\/sign-in#token=hl_\w{49}\n$/)
    const token = second.text.split('=')[1]?.trim() ?? ''
    const signedIn = accepted(await redeemSignInLink(deps, STRANGER, { token, device: 'test' }))
    expect(signedIn.issued?.session.method).toBe('link')
  } finally {
    await store.close()
  }
})

test('without an address, the command says how it is used', async () => {
  expect(await run(' ')).toMatchObject({ code: 2, text: expect.stringContaining('--email') })
})
