/** What the header of a file with a picture says. */
export interface ImageHeader {
  readonly mediaType: 'image/jpeg' | 'image/png' | 'image/webp'
  readonly widthPixels: number
  readonly heightPixels: number
  readonly isAnimated: boolean
}

/** Reads the header of a JPEG, PNG or WebP file, without its pixels. Undefined for any other or broken one. */
export function readImageHeader(file: Uint8Array): ImageHeader | undefined {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const read = [readJpeg, readPng, readWebp].find(({ isOf }) => isOf(view))
  try {
    const header = read?.header(view)
    return header && header.widthPixels > 0 && header.heightPixels > 0 ? header : undefined
  } catch (error) {
    // The file ends within its header.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** How the header of a kind of file is read. It throws a `RangeError` if the file ends before. */
interface HeaderReader {
  readonly isOf: (view: DataView) => boolean
  readonly header: (view: DataView) => ImageHeader | undefined
}

const textAt = (view: DataView, offset: number, length: number): string =>
  String.fromCharCode(...Array.from({ length }, (_, at) => view.getUint8(offset + at)))

/** Whether a file has these bytes at an offset. */
const has = (view: DataView, offset: number, bytes: readonly number[]): boolean =>
  view.byteLength >= offset + bytes.length &&
  bytes.every((byte, at) => view.getUint8(offset + at) === byte)

/** Markers with a frame header: all from SOF0 to SOF15 but three with another meaning. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** ITU-T T.81, annex B: segments, each with a marker and its length, until that of the frame. */
const readJpeg: HeaderReader = {
  isOf: (view) => has(view, 0, [0xff, 0xd8, 0xff]),
  header(view) {
    let at = 2
    for (;;) {
      if (view.getUint8(at) !== 0xff) return undefined
      const marker = view.getUint8(at + 1)
      // Any number of 0xff may come before a marker.
      if (marker === 0xff) {
        at += 1
        continue
      }
      if (isFrame(marker)) {
        return {
          mediaType: 'image/jpeg',
          widthPixels: view.getUint16(at + 7),
          heightPixels: view.getUint16(at + 5),
          isAnimated: false,
        }
      }
      const length = view.getUint16(at + 2)
      if (length < 2) return undefined
      at += 2 + length
    }
  },
}

/** W3C PNG: the chunk IHDR comes first, and `acTL` before the picture if it moves. */
const readPng: HeaderReader = {
  isOf: (view) => has(view, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  header(view) {
    if (textAt(view, 12, 4) !== 'IHDR') return undefined
    return {
      mediaType: 'image/png',
      widthPixels: view.getUint32(16),
      heightPixels: view.getUint32(20),
      isAnimated: hasAnimation(view),
    }
  },
}

function hasAnimation(view: DataView): boolean {
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const kind = textAt(view, at + 4, 4)
    if (kind === 'acTL') return true
    if (kind === 'IDAT') return false
  }
  return false
}

const LITTLE_ENDIAN = true

/** RFC 9649: a simple file, lossy or lossless, or one with a header of its own. */
const readWebp: HeaderReader = {
  isOf: (view) =>
    view.byteLength >= 16 && textAt(view, 0, 4) === 'RIFF' && textAt(view, 8, 4) === 'WEBP',
  header(view) {
    const kind = textAt(view, 12, 4)
    const sized = (widthPixels: number, heightPixels: number, isAnimated = false): ImageHeader => ({
      mediaType: 'image/webp',
      widthPixels,
      heightPixels,
      isAnimated,
    })
    if (kind === 'VP8 ') {
      if (!has(view, 23, [0x9d, 0x01, 0x2a])) return undefined
      return sized(
        view.getUint16(26, LITTLE_ENDIAN) & 0x3fff,
        view.getUint16(28, LITTLE_ENDIAN) & 0x3fff,
      )
    }
    if (kind === 'VP8L') {
      const bits = view.getUint32(21, LITTLE_ENDIAN)
      return sized((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    if (kind !== 'VP8X') return undefined
    const uint24 = (at: number) => view.getUint16(at, LITTLE_ENDIAN) | (view.getUint8(at + 2) << 16)
    return sized(uint24(24) + 1, uint24(27) + 1, (view.getUint8(20) & 0x02) !== 0)
  },
}
