import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from '../files/files.ts'

/** Emails that earlier versions stored in a JSON file each, some with an RFC 5322 file beside it. */
export interface SingleMails {
  /** The ids of the complete ones. */
  ids(): Promise<readonly string[]>
  /** The JSON text of one. Undefined if it does not exist. */
  read(id: string): Promise<string | undefined>
  /** One in RFC 5322 format. Undefined if it has no such file. */
  raw(id: string): Promise<Uint8Array | undefined>
  /** Deletes the selected ones, also those that a crash left incomplete. Resolves with their number. */
  removeWhere(isToRemove: (text: string) => boolean | Promise<boolean>): Promise<number>
}

/** An id holds no separator of paths, which prevents path traversal. */
const ID = /^\d{13}-[A-Za-z0-9_.]+$/
/** A complete email. */
const FILE = /^(\d{13}-[A-Za-z0-9_.]+)\.json$/
/** An email that is complete or was being written. */
const DESCRIPTION = /^(\d{13}-[A-Za-z0-9_.]+)\.json(?:\.part)?$/

/** A file that is still incomplete after this long was left behind by a crash. */
const INCOMPLETE_MILLISECONDS = 60_000

/** Opens the emails of earlier versions in a folder. */
export function openSingleMails(folder: string): SingleMails {
  const names = async (): Promise<readonly string[]> =>
    (await readdir(folder).catch(ifMissing)) ?? []
  return {
    ids: async () => (await names()).flatMap((name) => FILE.exec(name)?.[1] ?? []),
    async read(id) {
      if (!ID.test(id)) return undefined
      return await readFile(join(folder, `${id}.json`), 'utf8').catch(ifMissing)
    },
    async raw(id) {
      if (!ID.test(id)) return undefined
      return await readFile(join(folder, `${id}.eml`)).catch(ifMissing)
    },
    async removeWhere(isToRemove) {
      let removed = 0
      for (const name of await names()) {
        const [, id] = DESCRIPTION.exec(name) ?? []
        if (id === undefined) continue
        const text = (await readFile(join(folder, name), 'utf8').catch(ifMissing)) ?? ''
        const isYoung = Date.now() - Number(id.slice(0, 13)) < INCOMPLETE_MILLISECONDS
        const isGone = text.endsWith('}') ? await isToRemove(text) : !isYoung
        if (!isGone) continue
        // The description last: as long as it exists, an interrupted removal is repeated.
        for (const file of [`${id}.eml`, `${id}.eml.part`, name]) {
          await rm(join(folder, file), { force: true })
        }
        removed += 1
      }
      return removed
    },
  }
}
