/** The module `holdfast`: a server inside another program, and the client. */
export * from '@holdfast/client'
export {
  type HoldfastServer,
  type HoldfastServerOptions,
  type NodeRequest,
  openHoldfast,
} from '../composition/library.ts'
