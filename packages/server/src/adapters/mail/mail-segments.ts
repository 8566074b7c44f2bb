import { randomUUID } from 'node:crypto'
import { appendFile, mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ifMissing } from '../files/files.ts'

/** A stored text with its time. */
export interface Line {
  readonly epochMilliseconds: number
  /** Without a line break. */
  readonly text: string
}

/** Files in a folder to which lines are only ever appended. */
export interface MailSegments {
  /** Appends a line, together with others that come at the same time. Resolves when the file has it. */
  append(line: Line): Promise<void>
  /** The files, the youngest first. */
  list(): Promise<readonly MailSegment[]>
  /**
   * Overwrites the lines that `isToRemove` selects in their file, so that they are gone from the disk. Also finishes lines
   * whose overwriting was interrupted. Resolves with their number.
   */
  removeWhere(isToRemove: (text: string) => boolean | Promise<boolean>): Promise<number>
  /** Deletes all files. */
  clear(): Promise<void>
}

/** A file of lines. */
export interface MailSegment {
  /** The time of its first line. No line is earlier. */
  readonly fromEpochMilliseconds: number
  /** No line is later. */
  untilEpochMilliseconds(): Promise<number>
  /** Its lines, in the order in which they were appended, without those that were removed. */
  read(): Promise<readonly string[]>
}

const NAME = /^(\d{13})-[0-9a-f-]{36}\.mails$/
/** A file that is larger, or whose first line is older than this, gets no more lines. */
const SEGMENT_BYTES = 2_000_000
const SEGMENT_MILLISECONDS = 600_000
/** An append ends within this time, also on a very slow disk. */
const APPEND_MILLISECONDS = 60_000

/** How far the clock of the file system may be behind that of the process. */
const CLOCK_MILLISECONDS = 1_000

const LINE_BREAK = 10
const SPACE = 32

interface Waiting {
  readonly line: Line
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

interface Current {
  readonly name: string
  readonly fromEpochMilliseconds: number
  bytes: number
}

/** A line and its place in a file. */
interface Place {
  readonly text: string
  /** Whether a crash has cut it off. */
  readonly isCut: boolean
  readonly offset: number
  readonly bytes: number
}

/**
 * Opens the files of a folder. Creating a file costs more than all other work on an email, so many share one. Each process
 * appends to a file of its own, and removing changes no place of another line, so several processes can share a folder.
 * A line that a crash cut off was not acknowledged, and is ignored. Only this user can read the files.
 */
export function openMailSegments(folder: string): MailSegments {
  const waiting: Waiting[] = []
  let writing: Promise<void> | undefined
  let current: Current | undefined

  const fileFor = ({ epochMilliseconds: at }: Line): Current => {
    const isCurrent =
      current !== undefined &&
      current.bytes < SEGMENT_BYTES &&
      at >= current.fromEpochMilliseconds &&
      at <= current.fromEpochMilliseconds + SEGMENT_MILLISECONDS
    if (current === undefined || !isCurrent) {
      const name = `${String(at).padStart(13, '0')}-${randomUUID()}.mails`
      current = { name, fromEpochMilliseconds: at, bytes: 0 }
    }
    return current
  }
  const write = async ({ name }: Current, content: Buffer): Promise<void> => {
    const add = () => appendFile(join(folder, name), content, { mode: 0o600 })
    // Nearly always, the folder exists.
    await add().catch(async (error: NodeJS.ErrnoException) => {
      ifMissing(error)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await add()
    })
  }
  /** Appends the lines that belong into one file. */
  const writeSome = async (): Promise<void> => {
    const [first] = waiting
    if (first === undefined) return
    const file = fileFor(first.line)
    const others = waiting.findIndex(({ line }) => fileFor(line) !== file)
    const part = waiting.splice(0, others === -1 ? waiting.length : others)
    const content = Buffer.from(part.map(({ line }) => `${line.text}\n`).join(''))
    file.bytes += content.length
    try {
      await write(file, content)
      for (const { resolve } of part) resolve()
    } catch (error) {
      // The file may end with a part of a line, behind which no other may follow.
      current = undefined
      for (const { reject } of part) reject(error)
    }
  }
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) await writeSome()
    writing = undefined
  }
  const names = async (): Promise<readonly string[]> => {
    const all = (await readdir(folder).catch(ifMissing)) ?? []
    return all
      .filter((name) => NAME.test(name))
      .sort()
      .reverse()
  }
  const places = async (name: string): Promise<readonly Place[]> => {
    const content = await readFile(join(folder, name)).catch(ifMissing)
    return content === undefined ? [] : placesIn(content, isOver(name))
  }
  const segment = (name: string): MailSegment => {
    const fromEpochMilliseconds = beginOf(name)
    return {
      fromEpochMilliseconds,
      async untilEpochMilliseconds() {
        // Each line was appended after its time.
        const changed = (await stat(join(folder, name)).catch(ifMissing))?.mtimeMs ?? 0
        return Math.min(changed + CLOCK_MILLISECONDS, fromEpochMilliseconds + SEGMENT_MILLISECONDS)
      },
      read: async () => (await places(name)).filter(isKept).map(({ text }) => text),
    }
  }
  return {
    append(line) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      waiting.push({ line, resolve, reject })
      writing ??= writeAll()
      return promise
    },
    list: async () => (await names()).map(segment),
    async removeWhere(isToRemove) {
      let removed = 0
      for (const name of await names()) {
        const all = await places(name)
        const left: Place[] = []
        const gone: Place[] = []
        for (const place of all) {
          if (place.text.trim() === '') continue
          const isGone = !isKept(place) || (await isToRemove(place.text))
          ;(isGone ? gone : left).push(place)
        }
        removed += gone.length
        if (left.length === 0 && isOver(name)) await rm(join(folder, name), { force: true })
        else await overwrite(join(folder, name), gone)
      }
      return removed
    },
    async clear() {
      await writing
      current = undefined
      for (const name of await names()) await rm(join(folder, name), { force: true })
    },
  }
}

const beginOf = (name: string): number => Number(name.slice(0, name.indexOf('-')))

/** Whether no process appends to a file any more. */
const isOver = (name: string): boolean =>
  Date.now() > beginOf(name) + SEGMENT_MILLISECONDS + APPEND_MILLISECONDS

/** Whether a line is complete: overwriting begins at its front. */
const isKept = ({ text, isCut }: Place): boolean => !isCut && text.startsWith('{')

/** The lines of a file. What follows the last line break may still be growing. */
function placesIn(content: Buffer, isComplete: boolean): readonly Place[] {
  const places: Place[] = []
  let offset = 0
  while (offset < content.length) {
    const found = content.indexOf(LINE_BREAK, offset)
    if (found === -1 && !isComplete) break
    const isCut = found === -1
    const end = isCut ? content.length : found
    places.push({ text: content.toString('utf8', offset, end), isCut, offset, bytes: end - offset })
    offset = end + 1
  }
  return places
}

/** Overwrites lines with spaces, on the disk. */
async function overwrite(file: string, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return
  const handle = await open(file, 'r+')
  try {
    for (const { offset, bytes } of places) {
      await handle.write(Buffer.alloc(bytes, SPACE), 0, bytes, offset)
    }
    await handle.datasync()
  } finally {
    await handle.close()
  }
}
