import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ACCOUNT_LOCALES } from '../../packages/server/src/identity/accounts/account.ts'
import { repositoryPaths } from './source-file.ts'

/** The texts of bookers and guests lie in `languages` folders, one file for each language and area. */
const FOLDERS = [
  ...new Set(
    repositoryPaths(process.cwd())
      .filter((path) => /^packages\/[^/]+\/src\/.*\/languages\/[^/]+\.ts$/.test(path))
      .map(dirname),
  ),
].toSorted()

const isLanguage = (code: string): boolean => ACCOUNT_LOCALES.some((each) => each === code)

/** The languages of a folder. Pages have their English texts in `messages.ts`, so that they load it with the page. */
const languagesIn = (folder: string): readonly string[] =>
  readdirSync(folder)
    .map((name) => name.replace(/\.ts$/, ''))
    .filter(isLanguage)

/** The paths of all texts of a module, such as `booking.confirmations.hold`. */
const pathsOf = (texts: object, path = ''): readonly string[] =>
  Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? pathsOf(value, `${path}${name}.`)
      : [`${path}${name}`],
  )

async function pathsIn(folder: string, language: string): Promise<readonly string[]> {
  const loaded: { readonly default: object } = await import(resolve(join(folder, `${language}.ts`)))
  return pathsOf(loaded.default).toSorted()
}

test('the areas with texts are found', () => {
  expect(FOLDERS).toEqual([
    'packages/server/src/delivery/languages',
    'packages/web/src/booking/languages',
    'packages/web/src/directory/languages',
    'packages/web/src/embed/languages',
    'packages/web/src/guest-stay/languages',
    'packages/web/src/home/languages',
    'packages/web/src/manage/languages',
    'packages/web/src/own-bookings/languages',
    'packages/web/src/pay/languages',
    'packages/web/src/plain/languages',
    'packages/web/src/provider/languages',
    'packages/web/src/shared/deposit/languages',
    'packages/web/src/shared/languages',
    'packages/web/src/stay-search/languages',
    'packages/web/src/stay/languages',
  ])
})

test.each(FOLDERS)('%s has a file for every language', (folder) => {
  const all = ACCOUNT_LOCALES.filter((code) => code !== 'en')
  expect(languagesIn(folder).filter((code) => code !== 'en')).toEqual(all.toSorted())
})

test.each(FOLDERS)('%s has every text in every language', async (folder) => {
  const german = await pathsIn(folder, 'de')
  expect(german.length).toBeGreaterThan(1)
  for (const language of languagesIn(folder)) {
    expect([language, await pathsIn(folder, language)]).toEqual([language, german])
  }
})
