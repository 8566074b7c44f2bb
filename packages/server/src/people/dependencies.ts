import type { Dependencies } from '../kernel/dependencies.ts'
import type { PhoneNumbers } from './ports/phone-numbers.ts'

/** The dependencies of use cases that write contacts. */
export interface PeopleDependencies extends Dependencies {
  readonly phoneNumbers: PhoneNumbers
}
