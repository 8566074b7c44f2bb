import { parsePublicCaps } from '../../src/composition/allowances.ts'
import { PUBLIC_CAPS } from '../../src/identity/limits/cap-sizes.ts'

const ROOMY = Object.entries(PUBLIC_CAPS).map(([name, cap]) =>
  typeof cap === 'number' ? `${name}=999999` : `${name}=999999/999999`,
)

/** Caps for tests that book a lot from one address, as the setting `HOLDFAST_PUBLIC_CAPS`. */
export const ROOMY_CAPS_SETTING = ROOMY.join(',')

/** Caps for tests that book a lot from one address. */
export const ROOMY_CAPS = parsePublicCaps(ROOMY_CAPS_SETTING) ?? PUBLIC_CAPS
