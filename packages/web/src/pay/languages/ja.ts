import deposit from '../../shared/deposit/languages/ja.ts'
import shared from '../../shared/languages/ja.ts'
import type { PayTranslations } from '../translations.ts'

export default {
  ...shared,
  deposit,
  pay: {
    title: 'お支払い',
    amount: '金額',
    pay: (amount) => `${amount}を支払う`,
    going: 'お支払いページを開いています…',
    heldWhile: 'お支払いの間、時間は確保されています。',
    processingTitle: 'お支払いを処理しています',
    processing: '通常は数秒で完了します。このページを開いたままお待ちください。',
    longTitle: 'お支払いはまだ処理中です',
    long: 'このページは閉じてもかまいません。完了したかどうかは予約のページで確認できます。',
    check: 'もう一度確認する',
    confirmedTitle: '予約が確定しました',
    confirmed: 'お支払いを受け付けました。',
    failedTitle: 'お支払いに失敗しました',
    failed: '請求は発生していません。もう一度お試しいただくか、別の方法でお支払いください。',
    expiredTitle: 'この時間の確保は終了しました',
    expired: '期限までにお支払いが完了しませんでした。仮押さえされた金額がある場合は解放されます。',
    cancelledTitle: 'この予約はキャンセルされました',
    cancelled: 'お支払いの必要はありません。',
    refunded: 'お支払いは返金されました。',
    partlyRefunded: 'お支払いの一部が返金されました。',
    another: '別の時間を選ぶ',
    manage: '予約を管理',
  },
} satisfies PayTranslations
