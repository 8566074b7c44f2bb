import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'

/** A file to put into an archive: the path of an existing file, or its content. */
export interface ArchivedFile {
  /** The path in the archive, with `/`. At most 100 ASCII characters. */
  readonly name: string
  readonly from: { readonly path: string } | { readonly content: Uint8Array }
}

/** A file in an archive. Its content must be read before the next entry. */
export interface TarEntry {
  readonly name: string
  readonly bytes: number
  readonly content: AsyncIterable<Uint8Array>
}

/** An archive that is incomplete or not a tar file. */
export class TarDamaged extends Error {
  override readonly name = 'TarDamaged'
}

const BLOCK = 512
const CHUNK = 1 << 20
const NAME_BYTES = 100
const SIZE = { at: 124, length: 12 } as const
const CHECKSUM = { at: 148, length: 8 } as const
const MAGIC = { at: 257, text: 'ustar' } as const
const MODE_PRIVATE = '0000600\0'
const LARGEST_OCTAL = 0o77777777777

/** The number of zero bytes that fill up the last block of a file. */
const paddingOf = (bytes: number): number => (BLOCK - (bytes % BLOCK)) % BLOCK

const sumOf = (header: Buffer): number => {
  let sum = 0
  // The checksum counts its own field as spaces.
  for (const [index, byte] of header.entries()) {
    const isChecksum = index >= CHECKSUM.at && index < CHECKSUM.at + CHECKSUM.length
    sum += isChecksum ? 0x20 : byte
  }
  return sum
}

function headerOf(name: string, bytes: number): Buffer {
  if (!/^[\x21-\x7e]+$/.test(name) || name.length > NAME_BYTES) {
    throw new Error(`"${name}" cannot be the name of a file in an archive`)
  }
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0, 'ascii')
  header.write(MODE_PRIVATE, 100, 'ascii')
  header.write('0000000\0', 108, 'ascii')
  header.write('0000000\0', 116, 'ascii')
  if (bytes <= LARGEST_OCTAL) {
    header.write(`${bytes.toString(8).padStart(11, '0')}\0`, SIZE.at, 'ascii')
  } else {
    // A larger size is binary, marked by the first bit, as GNU tar writes it.
    header[SIZE.at] = 0x80
    header.writeBigUInt64BE(BigInt(bytes), SIZE.at + 4)
  }
  header.write('00000000000\0', 136, 'ascii')
  header.write('0', 156, 'ascii')
  header.write('ustar\x0000', MAGIC.at, 'ascii')
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, CHECKSUM.at, 'ascii')
  return header
}

/**
 * Writes files into a new archive (ustar) that only this user can read, and syncs it to disk. Resolves with
 * the SHA-256 of each file in hex, by name. `last` is called with these hashes, and its file comes last.
 * Rejects if the archive exists.
 */
export async function writeTar(
  archive: string,
  files: readonly ArchivedFile[],
  last: (hashes: ReadonlyMap<string, string>) => ArchivedFile,
): Promise<void> {
  const handle = await open(archive, 'wx', 0o600)
  try {
    const hashes = new Map<string, string>()
    for (const file of files) hashes.set(file.name, await append(handle, file))
    await append(handle, last(hashes))
    await handle.writeFile(Buffer.alloc(2 * BLOCK))
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function append(handle: FileHandle, { name, from }: ArchivedFile): Promise<string> {
  const bytes = 'path' in from ? (await stat(from.path)).size : from.content.length
  const chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array> =
    'path' in from ? createReadStream(from.path, { highWaterMark: CHUNK }) : [from.content]
  const hash = createHash('sha256')
  let written = 0
  await handle.writeFile(headerOf(name, bytes))
  for await (const chunk of chunks) {
    hash.update(chunk)
    written += chunk.length
    await handle.writeFile(chunk)
  }
  if (written !== bytes) throw new Error(`${name} changed while it was archived`)
  await handle.writeFile(Buffer.alloc(paddingOf(bytes)))
  return hash.digest('hex')
}

/** Reads the files of an archive, in order. Throws `TarDamaged` if it is not complete. */
export async function* readTar(archive: string): AsyncIterable<TarEntry> {
  const handle = await open(archive, 'r')
  try {
    let position = 0
    for (;;) {
      const header = await exactly(handle, position, BLOCK)
      position += BLOCK
      if (header.every((byte) => byte === 0)) return
      const { name, bytes } = parseHeader(header)
      yield { name, bytes, content: contentAt(handle, position, bytes) }
      position += bytes + paddingOf(bytes)
    }
  } finally {
    await handle.close()
  }
}

function parseHeader(header: Buffer): { readonly name: string; readonly bytes: number } {
  const text = (at: number, length: number) =>
    header.toString('ascii', at, at + length).replace(/\0.*$/s, '')
  const magic = text(MAGIC.at, MAGIC.text.length)
  const checksum = Number.parseInt(text(CHECKSUM.at, CHECKSUM.length), 8)
  if (magic !== MAGIC.text || checksum !== sumOf(header)) throw new TarDamaged('not a tar archive')
  const bytes =
    header[SIZE.at] === 0x80
      ? Number(header.readBigUInt64BE(SIZE.at + 4))
      : Number.parseInt(text(SIZE.at, SIZE.length), 8)
  return { name: text(0, NAME_BYTES), bytes }
}

async function* contentAt(
  handle: FileHandle,
  from: number,
  bytes: number,
): AsyncIterable<Uint8Array> {
  for (let done = 0; done < bytes; done += CHUNK) {
    yield await exactly(handle, from + done, Math.min(CHUNK, bytes - done))
  }
}

async function exactly(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  let filled = 0
  while (filled < length) {
    const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled)
    if (bytesRead === 0) throw new TarDamaged('the archive ends early')
    filled += bytesRead
  }
  return buffer
}
