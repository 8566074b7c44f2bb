import type { ReactNode } from 'react'

interface FactProps {
  readonly name: string
  readonly children: ReactNode
}

/** One line of the details of a booking, in a `dl`. */
export const Fact = ({ name, children }: FactProps) => (
  <div>
    <dt>{name}</dt>
    <dd dir="auto">{children}</dd>
  </div>
)
