/** The quick start of the guide for a shell with curl and openssl: a program that ends with a paid test order. */
export const shellStart = `BASE=https://pay.example

# method path [body] [idempotency key] [query, sorted by name]
# key: one for each intention. Keep it, and send it again with the same body until you have an answer.
call() {
  t=$(date +%s); n=$(openssl rand -hex 16)
  h=$(printf %s "$3" | openssl dgst -sha256 -hex | sed 's/.* //')
  s=$(printf '%s\\n%s\\n%s\\n%s\\n%s\\n%s' "$1" "$2" "$5" "$t" "$n" "$h" |
    openssl dgst -sha256 -hmac "$APP_SECRET" -hex | sed 's/.* //')
  curl -sS -X "$1" "$BASE$2\${5:+?$5}" -H "X-App-Key: $APP_KEY" -H "X-Timestamp: $t" -H "X-Nonce: $n" \\
    -H "X-Signature: $s" -H "X-Api-Version: 2026-06-01" \${4:+-H "Idempotency-Key: $4"} \\
    \${3:+-H "Content-Type: application/json" --data-binary "$3"}
}
field() { grep -o "\\"$1\\":\\"[^\\"]*\\"" | head -n 1 | cut -d '"' -f 4; } # take jq for more

no=A-$(date +%s) # yours; one order for each
# 19.99 USD, or a currency of your app; the ip is the payer's, not your server's
order=$(call POST /v1/orders '{"merchantOrderNo":"'$no'","amount":1999,"currency":"USD",
  "payer":{"email":"ada@example.com"},"ip":"203.0.113.7"}' "order-$no")
number=$(printf %s "$order" | field orderNo)
if [ -z "$number" ]; then echo "$order"; exit 1; fi
echo "Open $(printf %s "$order" | field paymentUrl) and pay with card 4008400010000004"
while :; do
  status=$(call GET "/v1/orders/$number" | field status)
  case $status in created | awaiting | pending) sleep 2 ;; *) break ;; esac
done
echo "$status" # paid`;

/** How a receiver checks that a message is ours. */
export const shellWebhook = `# signature header, file with the body as it came, secret [tolerance in seconds]
is_genuine() {
  t=$(printf %s "$1" | sed -n 's/^.*t=\\([0-9]*\\).*$/\\1/p')
  age=$(($(date +%s) - \${t:-0}))
  [ "\${age#-}" -le "\${4:-300}" ] || return 1
  own=$({ printf '%s.' "$t"; cat "$2"; } | openssl dgst -sha256 -hmac "$3" -hex | sed 's/.* //')
  case ",$1," in *",v1=$own,"*) return 0 ;; *) return 1 ;; esac
}`;

/** How a shop checks what the address tells at which its payer came back. */
export const shellReturn = `# the whole address at which the payer came back, secret [tolerance in seconds]
is_genuine_return() {
  told() { printf %s "\${url#*\\?}" | tr '&' '\\n' | sed -n "s/^$1=//p"; }
  url=$1; t=$(told timestamp)
  age=$(($(date +%s) - \${t:-0}))
  [ "\${age#-}" -le "\${3:-300}" ] || return 1
  text="merchantOrderNo=$(told merchantOrderNo)&orderNo=$(told orderNo)&status=$(told status)&timestamp=$t"
  own=$(printf %s "$text" | openssl dgst -sha256 -hmac "$2" -hex | sed 's/.* //')
  [ "$own" = "$(told signature)" ]
}`;
