import shared from '../../shared/languages/ja.ts'
import type { GuestStayTranslations } from '../translations.ts'

export default {
  ...shared,
  guestStay: {
    title: 'ご宿泊',
    status: {
      confirmed: '確定',
      cancelled: 'キャンセル済み',
    },
    arrival: '到着',
    departure: '出発',
    who: '予約者',
    event: (house) => `宿泊：${house}`,
    begun: 'ご滞在が始まっているため、ここでは変更できません。',
    move: '日程を変更',
    moved: '日程を変更しました',
    movedNote: '新しいカレンダーの招待をメールでお送りします。',
    cancel: '宿泊をキャンセル',
    cancelTitle: 'この宿泊をキャンセルしますか？',
    cancelNote: 'この日程はほかの方が予約できるようになります。元に戻すことはできません。',
    keep: '宿泊を残す',
    cancelYes: 'はい、キャンセルする',
    cancelled: '宿泊をキャンセルしました',
    changedTitle: '宿泊の内容が変わりました',
    changed: '最新の内容は次のとおりです。',
    again: '別の宿泊を予約する',
    goneTitle: 'この宿泊はキャンセルされました',
    gone: 'この日程は再び予約できます。',
    linkTitle: 'このリンクは使えません',
    link: 'リンクが途中で切れている可能性があります。メールからもう一度開くか、リンク全体をコピーしてください。',
  },
} satisfies GuestStayTranslations
