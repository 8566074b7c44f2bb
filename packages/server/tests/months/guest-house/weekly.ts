import { dayAfter } from '../support/wall-times.ts'
import { reassign } from './change.ts'
import type { ChannelStay } from './channel.ts'
import type { Feeds } from './compare.ts'
import { type Dates, nightsOf } from './prices.ts'
import { SEASON, type Season } from './season.ts'

/** The channel sells nights that it holds for free, and seldom some that it does not know to be taken. */
function sell(season: Season): void {
  const { books, channel, now } = season
  for (let tries = 0; tries < 10; tries += 1) {
    const dates = season.dates(dayAfter(now.date, season.drawn(1, 35)), season.drawn(2, 6))
    const isFree = books.freeRooms([channel.room.id], dates).length > 0
    if (dates.arrival > SEASON.last || !channel.canSell(dates)) continue
    if (!isFree && !season.chance(15)) continue
    channel.sell(dates)
    season.count(isFree ? 'channel: sold' : 'channel: sold twice')
    return
  }
}

const isAhead = (season: Season, { arrival, isKnown }: ChannelStay): boolean =>
  isKnown && arrival > season.now.date

/** Other dates of a guest of the channel. */
function change(season: Season): void {
  const { channel, books, now } = season
  const all = channel.stays.filter((each) => isAhead(season, each))
  if (all.length === 0) return
  const stay = season.oneOf(all)
  const to = channel.nextTo(stay, season.drawn(-2, 3), season.oneOf([0, 1, -1]))
  const isFree = nightsOf(to).every((date) => books.isFree(channel.room.id, date, stay.name))
  const isSame = to.arrival === stay.arrival && to.departure === stay.departure
  if (isSame || to.arrival <= now.date || !channel.canSell(to, stay) || !isFree) return
  channel.change(stay, to)
  season.count('channel: changed')
}

function drop(season: Season): void {
  const { channel } = season
  const all = channel.stays.filter((each) => isAhead(season, each))
  if (all.length === 0) return
  channel.drop(season.oneOf(all))
  season.count('channel: vanished')
}

/** The bookings of the channel's room, as our own feed says them. */
async function ownEvents(season: Season, feeds: Feeds) {
  const { channel, now } = season
  const isOfChannel = (dates: Dates) =>
    channel.stays.some(({ arrival }) => arrival === dates.arrival)
  const all = await feeds.read(season, channel.room)
  return all.filter((each) => each.departure > now.date && !isOfChannel(each))
}

/** A week of the channel: it hands over its list, and who has a night that it sold gets another room if there is one. */
export async function weekWithChannel(season: Season, feeds: Feeds): Promise<void> {
  const { channel, books, house, now } = season
  const own = season.chance(30) ? await ownEvents(season, feeds) : []
  if (own.length > 0) season.count('channel: hands our feed back')
  channel.forget(now.date)
  for (let stays = season.drawn(1, 2); stays > 0; stays -= 1) sell(season)
  if (season.chance(40)) change(season)
  if (season.chance(30)) drop(season)
  const renamed = channel.stays.filter((each) => each.isKnown && !channel.isChanged(each))
  if (renamed.length > 0 && season.chance(20)) {
    channel.rename(season.oneOf(renamed))
    season.count('channel: renamed')
  }
  season.wrong.push(...(await channel.handOver(house, books, own)))
  for (const [stay] of channel.lacking(now.date)) {
    season.count('channel: lacks nights')
    const sleepers = season
      .inRoom(channel.room.id)
      .filter(({ arrival, departure }) => arrival < stay.departure && stay.arrival < departure)
    for (const each of sleepers) {
      if (each.arrival > now.date) await reassign(season, each)
    }
  }
}
