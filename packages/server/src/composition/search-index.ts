import { randomBytes } from 'node:crypto'
import { systemClock } from '../adapters/system/clock.ts'
import { createIdSource } from '../adapters/system/ids.ts'
import { createSecrets } from '../adapters/system/secrets.ts'
import { rebuildSearch } from '../ops/search/rebuild-search.ts'
import { commandOf } from './command.ts'
import { ConfigError, readConfig } from './config.ts'
import { withExistingStore } from './existing-store.ts'

/** The text for `--help`. */
export const SEARCH_INDEX_USAGE = `Usage: npm run search-index -- rebuild

  Writes the words by which people are found anew, for all contacts, and deletes words that are left over.
  Needed once after the update from a version without search: until then, people are found from their next
  confirmed booking or change on. The command uses the server's settings. Servers can keep running.
Exit code: 0 done, 2 the command failed.
`

/** Rebuilds the search of all accounts. Resolves with the exit code; never rejects. */
export const runSearchIndex = commandOf(async (args, env, output) => {
  if (args.length !== 1 || args[0] !== 'rebuild') throw new ConfigError(SEARCH_INDEX_USAGE)
  return await withExistingStore(readConfig(env), output.notice, async ({ store }) => {
    const { contacts, removed } = await rebuildSearch({
      store,
      clock: systemClock,
      ids: createIdSource(),
      // Nothing here derives a token from the server's key.
      secrets: createSecrets(randomBytes(32)),
      tzdbVersion: '',
    })
    output.report(`Contacts written anew: ${contacts}. Words left over and deleted: ${removed}.\n`)
    return 0
  })
})
