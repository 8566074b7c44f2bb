/** The module `holdfast`: a server inside another program, and the client. */
export * from '@holdfast/client'
export {
  type Holdfast,
  type HoldfastOptions,
  type NodeRequest,
  openHoldfast,
} from '../composition/library.ts'
