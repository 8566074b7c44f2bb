import { ok, type Result, refuse } from '@holdfast/engine'
import type { MadeSize } from '../../booking/ports/photo-maker.ts'
import { CODEC_FILES } from './codec-files.ts'
import type { ImageHeader } from './image-header.ts'

/** A photo to make sizes of. Its header was checked. */
export interface Job {
  readonly file: Uint8Array<ArrayBuffer>
  readonly mediaType: ImageHeader['mediaType']
}

/** The sizes of a photo, the smallest first, or what is wrong with it, as a sentence. */
export type Made = Result<readonly MadeSize[], string>

/**
 * The sizes: each fits into a box that is `widthPixels` wide and one and a half times as high, and into `bytes`. An item of
 * DynamoDB has at most 400 KB.
 */
const BOXES = [
  { widthPixels: 400, bytes: 40_000 },
  { widthPixels: 800, bytes: 110_000 },
  { widthPixels: 1600, bytes: 300_000 },
] as const
const BOX_HEIGHT = 1.5

/** Tried one after the other until a size fits. Noise in all colors fits with the last one. */
const QUALITIES = [75, 60, 40, 20, 0] as const

/** Makes the sizes of a photo. Nothing but its picture is in them: no metadata, and no place where it was taken. */
export async function makeSizes({ file, mediaType }: Job): Promise<Made> {
  const decoded = await decode(file, mediaType)
  if (!decoded.ok) return decoded
  const sizes: MadeSize[] = []
  let source = decoded.value
  // The largest first: the next one is made of it, which takes a fraction of the time.
  for (const box of boxesOf(source).toReversed()) {
    source = await scaled(source, box)
    const encoded = await encode(source, box.bytes)
    if (encoded === undefined) return refuse('It has too many details for its sizes. Blur it.')
    sizes.unshift({ widthPixels: source.width, heightPixels: source.height, file: encoded })
  }
  return ok(sizes)
}

type Box = (typeof BOXES)[number]

const scaleOf = ({ width, height }: Picture, { widthPixels }: Box): number =>
  Math.min(1, widthPixels / width, (widthPixels * BOX_HEIGHT) / height)

/** The boxes that are smaller than the picture, and the first one that is not. */
function boxesOf(picture: Picture): readonly Box[] {
  const first = BOXES.findIndex((box) => scaleOf(picture, box) === 1)
  return first < 0 ? BOXES : BOXES.slice(0, first + 1)
}

/** Pixels in rows, four bytes each: red, green, blue and how solid it is. */
interface Picture {
  readonly data: Uint8ClampedArray
  readonly width: number
  readonly height: number
}

/** Reads the pixels. Those of a JPEG are turned as its metadata say. */
async function decode(
  { buffer, byteOffset, byteLength }: Job['file'],
  mediaType: Job['mediaType'],
): Promise<Result<Picture, string>> {
  const bytes = buffer.slice(byteOffset, byteOffset + byteLength)
  const complaints: string[] = []
  try {
    const picture = await DECODERS[mediaType](bytes, complaints)
    // It fills what is missing with gray.
    if (complaints.some((text) => /premature end|corrupt/i.test(text))) return refuse(INCOMPLETE)
    return ok(picture)
  } catch {
    const isCmyk = complaints.some((text) => text.includes('color conversion'))
    return refuse(isCmyk ? 'Its colors are CMYK. Save it in RGB.' : INCOMPLETE)
  }
}

const INCOMPLETE = 'The file is incomplete or damaged. Send the whole file.'

/** How a codec that Emscripten compiled starts. The types of the codecs leave these options out. */
const start = (options: {
  readonly wasmBinary: Uint8Array
  /** Called with each complaint about the file. */
  readonly printErr?: (text: string) => void
}): object => options

const DECODERS: Readonly<
  Record<Job['mediaType'], (bytes: ArrayBuffer, complaints: string[]) => Promise<Picture>>
> = {
  async 'image/jpeg'(bytes, complaints) {
    const { default: read, init } = await import('@jsquash/jpeg/decode.js')
    const printErr = (text: string) => complaints.push(text)
    await init(start({ wasmBinary: CODEC_FILES.jpegDecoder(), printErr }))
    return await read(bytes, { preserveOrientation: true })
  },
  async 'image/png'(bytes) {
    const { decode: read, init } = await import('@jsquash/png/decode.js')
    await init(CODEC_FILES.pngDecoder())
    return await read(bytes)
  },
  async 'image/webp'(bytes) {
    const { default: read, init } = await import('@jsquash/webp/decode.js')
    await init(start({ wasmBinary: CODEC_FILES.webpDecoder() }))
    return await read(bytes)
  },
}

/** Whether some of the picture can be seen through. */
function isTransparent({ data }: Picture): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true
  return false
}

async function scaled(picture: Picture, box: Box): Promise<Picture> {
  const scale = scaleOf(picture, box)
  if (scale === 1) return picture
  const { default: resize, initResize } = await import('@jsquash/resize')
  await initResize(CODEC_FILES.resizer())
  return await resize(picture, {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
    method: 'lanczos3',
    fitMethod: 'stretch',
    linearRGB: false,
    // Without it, hidden colors would show at edges.
    premultiply: isTransparent(picture),
  })
}

/** A WebP file of at most `bytes`. Undefined if it has more with every quality. */
async function encode(picture: Picture, bytes: number): Promise<Uint8Array | undefined> {
  const { default: write, init } = await import('@jsquash/webp/encode.js')
  encoder ??= init(start({ wasmBinary: CODEC_FILES.webpEncoder() }))
  await encoder
  for (const quality of QUALITIES) {
    const file = await write(picture, { quality })
    if (file.byteLength <= bytes) return new Uint8Array(file)
  }
  return undefined
}

let encoder: Promise<unknown> | undefined
