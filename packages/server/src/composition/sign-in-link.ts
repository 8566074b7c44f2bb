import { parseArgs } from 'node:util'
import { TZ_VERSION } from '@holdfast/engine'
import { systemClock } from '../adapters/system/clock.ts'
import { createIdSource } from '../adapters/system/ids.ts'
import { createSecrets } from '../adapters/system/secrets.ts'
import { loadServerKeys } from '../adapters/system/server-key.ts'
import { firstAccount } from '../identity/accounts/accounts.ts'
import { membershipsOf } from '../identity/members/memberships.ts'
import { findOwner } from '../identity/members/owners.ts'
import { createOperatorLink } from '../identity/sign-in/setup.ts'
import type { Dependencies } from '../kernel/dependencies.ts'
import { withAsciiDomain } from '../kernel/email-address.ts'
import { commandOf, readArguments } from './command.ts'
import { ConfigError, readConfig } from './config.ts'
import { withExistingStore } from './existing-store.ts'

/** The command's exit codes; 2 if it failed. */
export const SIGN_IN_LINK_EXIT = { done: 0, notFound: 1 } as const

/** The text for `--help`. */
export const SIGN_IN_LINK_USAGE = `Usage: npm run sign-in-link -- --email <address>

  Prints a link that signs a member in, in any browser, once, for 24 hours. Use it when emails do not
  arrive. Until the first account has an owner, any other address gets the link to become the owner.

The command uses the server's settings. Servers can keep running.
Exit code: 0 done, 1 no member has the address, 2 the command failed.
`

function readEmail(args: readonly string[]): string {
  const { values } = readArguments(SIGN_IN_LINK_USAGE, () =>
    parseArgs({ args: [...args], options: { email: { type: 'string' } } }),
  )
  const email = values.email?.trim()
  if (!email) throw new ConfigError(SIGN_IN_LINK_USAGE)
  return withAsciiDomain(email).toLowerCase()
}

/** Prints a sign-in link of the configured store. Resolves with the exit code; never rejects. */
export const runSignInLink = commandOf(async (args, env, output) => {
  const email = readEmail(args)
  const config = readConfig(env)
  return await withExistingStore(config, output.notice, async ({ store }) => {
    const { current, previous } = config.serverKey ?? (await loadServerKeys(config.dataDir))
    const deps: Dependencies = {
      store,
      clock: systemClock,
      ids: createIdSource(),
      secrets: createSecrets(current, previous),
      tzdbVersion: TZ_VERSION,
    }
    const fragment = await newLink(deps, email)
    if (fragment === undefined) {
      output.notice(`No member has the address "${email}". An owner can invite them.`)
      return SIGN_IN_LINK_EXIT.notFound
    }
    output.report(`${config.publicUrl}/sign-in#${fragment}\n`)
    return SIGN_IN_LINK_EXIT.done
  })
})

/** The fragment of a new link. Undefined if the address is unknown and there is an owner. */
async function newLink(deps: Dependencies, email: string): Promise<string | undefined> {
  if ((await membershipsOf(deps, email)).length > 0) {
    return `token=${await createOperatorLink(deps, { kind: 'sign-in', email })}`
  }
  const accountId = await firstAccount(deps)
  if ((await findOwner(deps, accountId)) !== undefined) return undefined
  return `setup=${await createOperatorLink(deps, { kind: 'setup', accountId })}`
}
