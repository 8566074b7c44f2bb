/** Methods of Date that answer in the machine's time zone, or take their arguments in it. */
const LOCAL_METHODS = [
  'getDate',
  'getDay',
  'getFullYear',
  'getHours',
  'getMinutes',
  'getMonth',
  'getSeconds',
  'getTimezoneOffset',
  'getYear',
  'setDate',
  'setFullYear',
  'setHours',
  'setMinutes',
  'setMonth',
  'setSeconds',
  'setYear',
  'toDateString',
  'toString',
  'toTimeString',
]

/** Methods of Date that use the machine's time zone unless an option names another one. */
const LOCALE_METHODS = ['toLocaleDateString', 'toLocaleString', 'toLocaleTimeString']

/** A string with its own offset from UTC; a date alone is midnight UTC. */
const WITH_OFFSET = /(?:Z|UTC|GMT|[+-]\d\d:?\d\d)\)?\s*$/i
const DATE_ALONE = /^\s*[+-]?\d{4,6}(?:-\d\d){0,2}\s*$/

/** A watch for reads of the machine's time zone. */
export interface ZoneWatch {
  /** The reads since the last call, without repeats: the function, and where it was called. */
  drain(): readonly string[]
  /** Puts the native functions back. */
  stop(): void
}

type Method = (this: unknown, ...args: unknown[]) => unknown

/** Where a replaced function was called: the first line of the stack outside this file. */
function callingLine(): string {
  const lines = (new Error('where').stack ?? '').split('\n').slice(1)
  return (lines.find((line) => !line.includes('zone-reads.ts')) ?? '').trim()
}

const namesZone = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && Reflect.get(options, 'timeZone') !== undefined

/** Whether `new Date(...args)` gives another instant on a machine in another zone. */
function isLocalDate(args: readonly unknown[], parse: (text: string) => number): boolean {
  const [first] = args
  if (args.length > 1) return true
  if (typeof first !== 'string' || WITH_OFFSET.test(first) || DATE_ALONE.test(first)) return false
  return !Number.isNaN(parse(first))
}

/**
 * Replaces every function of Date and Intl that can read the machine's time zone by one that also
 * records its caller, until `stop`. Child processes and worker threads are not watched.
 */
export function watchZoneReads(): ZoneWatch {
  let reads: string[] = []
  const record = (called: string): void => {
    reads.push(`${called} ${callingLine()}`)
  }
  const NativeDate = Date
  const NativeFormat = Intl.DateTimeFormat
  const originals = new Map<string, PropertyDescriptor>()
  const replace = (name: string, isRead: (args: readonly unknown[]) => boolean): void => {
    const descriptor = Object.getOwnPropertyDescriptor(NativeDate.prototype, name)
    if (descriptor === undefined) return
    originals.set(name, descriptor)
    const native: Method = descriptor.value
    const watched: Method = function (...args) {
      if (isRead(args)) record(`Date.prototype.${name}`)
      return Reflect.apply(native, this, args)
    }
    Object.defineProperty(NativeDate.prototype, name, { ...descriptor, value: watched })
  }
  for (const name of LOCAL_METHODS) replace(name, () => true)
  for (const name of LOCALE_METHODS) replace(name, ([, options]) => !namesZone(options))

  const parse = NativeDate.parse
  globalThis.Date = new Proxy(NativeDate, {
    construct(target, args, newTarget) {
      if (isLocalDate(args, parse)) record('new Date of a local time')
      return Reflect.construct(target, args, newTarget)
    },
    apply(target, self, args) {
      record('Date()')
      return Reflect.apply(target, self, args)
    },
  })
  NativeDate.parse = (text) => {
    if (isLocalDate([text], parse)) record('Date.parse of a local time')
    return parse(text)
  }
  Intl.DateTimeFormat = new Proxy(NativeFormat, {
    construct(target, args, newTarget) {
      if (!namesZone(args[1])) record('Intl.DateTimeFormat')
      return Reflect.construct(target, args, newTarget)
    },
    apply(target, self, args) {
      if (!namesZone(args[1])) record('Intl.DateTimeFormat')
      return Reflect.apply(target, self, args)
    },
  })
  return {
    drain() {
      const drained = [...new Set(reads)]
      reads = []
      return drained
    },
    stop() {
      for (const [name, descriptor] of originals) {
        Object.defineProperty(NativeDate.prototype, name, descriptor)
      }
      NativeDate.parse = parse
      globalThis.Date = NativeDate
      Intl.DateTimeFormat = NativeFormat
    },
  }
}
