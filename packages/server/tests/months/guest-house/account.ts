/** What a stay costs online and what was paid for it, worked out by hand. All amounts are in cents. */
export class Account {
  readonly orderId: string
  /** What all nights cost, without what is paid at the house. */
  private price: number
  /** What the house keeps of nights that a guest gave up. */
  private kept = 0
  private online = 0
  private cash = 0
  private final: number | undefined

  constructor(orderId: string, price: number) {
    this.orderId = orderId
    this.price = price
  }

  get total(): number {
    return this.final ?? this.price + this.kept
  }

  get paid(): number {
    return this.online + this.cash
  }

  /** What is left to pay. Negative if the house owes money. */
  get due(): number {
    return this.total - this.paid
  }

  receive(amount: number, how: 'online' | 'cash'): void {
    this[how] += amount
  }

  /** The stay lapsed before anything was paid. */
  lapse(): void {
    this.final = 0
  }

  /** The stay moved to nights with another price; of what they cost less, a share comes back. */
  move(price: number, percentBack: number): void {
    const [before, less] = [this.total, Math.max(0, this.price - price)]
    const paidFor = Math.min(this.price, Math.max(0, this.paid - this.kept))
    const paidOfLess = less === 0 ? 0 : Math.floor((paidFor * less) / this.price)
    this.kept += paidOfLess - shareOf(paidOfLess, percentBack)
    this.price = price
    this.giveBack(before - this.total)
  }

  /** The stay is cancelled. Answers what comes back online, and what of everything is kept. */
  cancel(percentBack: number): { readonly back: number; readonly kept: number } {
    const { total: before, paid } = this
    const lost = Math.min(this.kept, paid)
    const kept = lost + (paid - lost) - shareOf(paid - lost, percentBack)
    this.final = Math.min(before, kept)
    return { back: this.giveBack(before - this.final), kept: this.final }
  }

  /** Gives back what is paid too much of an amount, as far as it was paid online. Cash is for the house to hand out. */
  private giveBack(amount: number): number {
    const back = Math.max(0, Math.min(amount, -this.due, this.online))
    this.online -= back
    return back
  }
}

/** So many percent of an amount. Fractions are rounded up, in the favor of the guest. */
const shareOf = (amount: number, percent: number): number => Math.ceil((amount * percent) / 100)
