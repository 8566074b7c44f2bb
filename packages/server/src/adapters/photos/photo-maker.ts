import { createHash } from 'node:crypto'
import { type Result, refuse } from '@holdfast/engine'
import type {
  MadeSize,
  PhotoLimits,
  PhotoMaker,
  PhotoRefusal,
} from '../../booking/ports/photo-maker.ts'
import { createThreadPool, type ThreadFailure } from '../threads/thread-pool.ts'
import { type ImageHeader, readImageHeader } from './image-header.ts'
import type { Job, Made } from './make-sizes.ts'

/** The options of a maker of photos. */
export interface PhotoMakerOptions {
  /** The program of a thread, for a bundled server. Default: `worker.ts`. */
  readonly program?: URL
}

/** A maker of photos with threads to stop. */
export interface ClosablePhotoMaker extends PhotoMaker {
  close(): Promise<void>
}

/** Raised when the sizes of the same file change: their addresses change then, too. */
const RECIPE = 1
const NAME_DIGITS = 50

/** Of V8's heap. Pixels are not in it: the check of the header limits those. */
const MEMORY_MEBIBYTES = 128

/** A photo takes about a second, and its sender waits. */
const MAX_WAITING = 8
const RETRY_AFTER_SECONDS = 5

const unreadable = (detail: string) => refuse({ code: 'photo_unreadable', detail } as const)

const busy = (reason: string) =>
  refuse({ code: 'rate_limited', reason, retryAfterSeconds: RETRY_AFTER_SECONDS } as const)

const FAILURES: Readonly<Record<ThreadFailure, (milliseconds: number) => Made | Busy>> = {
  closed: () => busy('The server is stopping.'),
  aborted: () => busy('The request was aborted.'),
  full: () => busy('The server is reading other photos.'),
  stopped: () => busy('The server is stopping.'),
  late: (milliseconds) => refuse(`Reading it takes longer than ${milliseconds / 1000} s.`),
  memory: () => refuse('Reading it takes too much memory.'),
  failed: () => refuse('The file is damaged.'),
}

type Busy = ReturnType<typeof busy>

/**
 * Creates a maker of photos. One photo is read at a time, in a thread of its own that ends with it: its memory, some hundred
 * megabytes, is free again. ADR 109 compares the codecs, which run as WebAssembly and reach nothing but their own memory.
 */
export function createPhotoMaker({ program }: PhotoMakerOptions = {}): ClosablePhotoMaker {
  const pool = createThreadPool<Job, Made | Busy>({
    program: program ?? new URL('./worker.ts', import.meta.url),
    threads: 1,
    memoryMebibytes: MEMORY_MEBIBYTES,
    maxWaiting: MAX_WAITING,
    isForOneJob: true,
    failed: (failure, milliseconds) => FAILURES[failure](milliseconds),
  })
  return {
    nameOf: (file) =>
      createHash('sha256').update(`${RECIPE}:`).update(file).digest('hex').slice(0, NAME_DIGITS),
    async sizesOf(file, mediaType, limits): Promise<Result<readonly MadeSize[], PhotoRefusal>> {
      const header = readImageHeader(file)
      const problem = problemOf(file, header, mediaType, limits)
      if (problem !== undefined || header === undefined) return unreadable(problem ?? NO_PICTURE)
      const job = { file: new Uint8Array(file), mediaType: header.mediaType }
      const made = await pool.run(job, limits.milliseconds)
      if (made.ok) return made
      return typeof made.refusal === 'string' ? unreadable(made.refusal) : refuse(made.refusal)
    },
    close: () => pool.close(),
  }
}

const NO_PICTURE = 'The file is no JPEG, PNG or WebP picture. Send one of these.'

/** What the header of a file says against it, before any of its pixels is read. */
function problemOf(
  file: Uint8Array,
  header: ImageHeader | undefined,
  mediaType: string,
  limits: PhotoLimits,
): string | undefined {
  if (file.byteLength === 0) return 'The file is empty. Send the bytes of a photo.'
  if (header === undefined) return NO_PICTURE
  if (header.mediaType !== mediaType) {
    return `The file is ${header.mediaType}, but Content-Type says "${mediaType}". Send Content-Type: ${header.mediaType}.`
  }
  if (header.isAnimated) return 'The picture is animated. Send one that does not move.'
  const { widthPixels, heightPixels } = header
  if (widthPixels * heightPixels <= limits.pixels) return undefined
  return `The picture has ${widthPixels} × ${heightPixels} pixels. Send one with at most ${limits.pixels} in all.`
}
