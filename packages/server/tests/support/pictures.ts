import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { crc32, deflateSync } from 'node:zlib'
import { CODEC_FILES } from '../../src/adapters/photos/codec-files.ts'

/** Files with pictures, as people upload them. */

type Bytes = Uint8Array<ArrayBuffer>

/** Red, green and blue of the pixel at a place. */
export type Paint = (x: number, y: number) => readonly [number, number, number]

export const RED: Paint = () => [220, 30, 30]

/** Red on the left and blue on the right. */
export const redAndBlue =
  (width: number): Paint =>
  (x) =>
    x < width / 2 ? [255, 0, 0] : [0, 0, 255]

function pixelsOf(width: number, height: number, paint: Paint) {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < width * height; at += 1) {
    data.set([...paint(at % width, Math.floor(at / width)), 255], at * 4)
  }
  return { data, width, height }
}

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const uint16 = (value: number): Buffer => uint32(value).subarray(2)

const own = (...parts: readonly Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts))

/** A chunk of a PNG. */
export function pngChunk(kind: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content])
  return Buffer.concat([uint32(content.byteLength), named, uint32(crc32(named))])
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The header of a PNG with 8 bits for each of red, green and blue. */
export const pngHeader = (width: number, height: number): Buffer =>
  Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])])),
  ])

/** A PNG; with the chunks, between its header and its pixels. */
export function pngOf(
  width: number,
  height: number,
  paint: Paint = RED,
  chunks: readonly Buffer[] = [],
): Bytes {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => paint(x, y)).flat()]),
  )
  const pixels = pngChunk('IDAT', deflateSync(Buffer.concat(rows)))
  return own(pngHeader(width, height), ...chunks, pixels, pngChunk('IEND', Buffer.alloc(0)))
}

const program = (name: string): Bytes =>
  new Uint8Array(readFileSync(fileURLToPath(import.meta.resolve(`@jsquash/${name}`))))

/** A JPEG. */
export async function jpegOf(width: number, height: number, paint: Paint = RED): Promise<Bytes> {
  const { default: encode, init } = await import('@jsquash/jpeg/encode.js')
  const options: object = { wasmBinary: program('jpeg/codec/enc/mozjpeg_enc.wasm') }
  await init(options)
  return new Uint8Array(await encode(pixelsOf(width, height, paint), { quality: 90 }))
}

/** A WebP. */
export async function webpOf(width: number, height: number, paint: Paint = RED): Promise<Bytes> {
  const { default: encode, init } = await import('@jsquash/webp/encode.js')
  const options: object = { wasmBinary: CODEC_FILES.webpEncoder() }
  await init(options)
  return new Uint8Array(await encode(pixelsOf(width, height, paint)))
}

/** A JPEG as a phone writes it: how it was held, and where. */
export function withExif(jpeg: Uint8Array, orientation: number, place: string): Bytes {
  const entries = Buffer.concat([
    uint16(2),
    ...[uint16(0x0112), uint16(3), uint32(1), uint16(orientation), uint16(0)],
    ...[uint16(0x010e), uint16(2), uint32(place.length + 1), uint32(8 + 2 + 24 + 4)],
    uint32(0),
    Buffer.from(`${place}\0`, 'latin1'),
  ])
  const exif = Buffer.concat([Buffer.from('Exif\0\0MM\0*', 'latin1'), uint32(8), entries])
  const segment = Buffer.concat([Buffer.from([0xff, 0xe1]), uint16(exif.byteLength + 2), exif])
  return own(jpeg.subarray(0, 2), segment, jpeg.subarray(2))
}

/** The pixels of a WebP. */
export async function readWebp(file: Uint8Array) {
  const { default: decode, init } = await import('@jsquash/webp/decode.js')
  const options: object = { wasmBinary: CODEC_FILES.webpDecoder() }
  await init(options)
  const { data, width, height } = await decode(new Uint8Array(file).buffer)
  const at = (x: number, y: number): readonly number[] => [
    ...data.slice((y * width + x) * 4, (y * width + x) * 4 + 3),
  ]
  return { width, height, at }
}
