/** The quick start of the guide for PHP: a program that ends with a paid test order. */
export const phpStart = `<?php
const BASE = 'https://pay.example';

/** $key: one for each intention. Keep it, and send it again with the same body until you have an answer. */
function call(string $method, string $path, ?array $body = null, ?string $key = null, array $query = []): array
{
    $text = $body === null ? '' : json_encode($body ?: new stdClass());
    ksort($query, SORT_STRING);
    $search = http_build_query($query, '', '&', PHP_QUERY_RFC3986);
    $timestamp = (string) time();
    $nonce = bin2hex(random_bytes(16));
    $signed = implode("\\n", [$method, $path, $search, $timestamp, $nonce, hash('sha256', $text)]);
    $headers = [
        'X-App-Key: ' . getenv('APP_KEY'),
        'X-Timestamp: ' . $timestamp,
        'X-Nonce: ' . $nonce,
        'X-Signature: ' . hash_hmac('sha256', $signed, getenv('APP_SECRET')),
        'X-Api-Version: 2026-06-01',
    ];
    if ($key !== null) {
        $headers[] = 'Idempotency-Key: ' . $key;
    }
    if ($text !== '') {
        $headers[] = 'Content-Type: application/json';
    }
    $http = ['method' => $method, 'header' => $headers, 'content' => $text, 'ignore_errors' => true];
    $url = BASE . $path . ($search === '' ? '' : '?' . $search);
    $answer = json_decode(file_get_contents($url, false, stream_context_create(['http' => $http])), true);
    if (isset($answer['bizCode'])) {
        exit($answer['bizCode'] . ': ' . $answer['message'] . "\\n");
    }
    return $answer;
}

$number = 'A-' . hrtime(true); // yours; one order for each
$order = call('POST', '/v1/orders', [
    'merchantOrderNo' => $number,
    'amount' => 1999, // 19.99 USD; take a currency of your app
    'currency' => 'USD',
    'payer' => ['email' => 'ada@example.com'],
    'ip' => '203.0.113.7', // the payer's, not your server's
], 'order-' . $number);
echo 'Open ', $order['paymentUrl'], " and pay with card 4008400010000004\\n";
while (in_array($order['status'], ['created', 'awaiting', 'pending'], true)) {
    sleep(2);
    $order = call('GET', '/v1/orders/' . $order['orderNo']);
}
echo $order['status'], "\\n"; // paid`;

/** How a receiver checks that a message is ours. */
export const phpWebhook = `<?php
/** $rawBody: file_get_contents('php://input'), before any parsing. */
function isGenuine(string $signatureHeader, string $rawBody, string $secret, int $tolerance = 300): bool
{
    if (!preg_match('/(?:^|,)t=(\\d+)/', $signatureHeader, $time) || abs(time() - (int) $time[1]) > $tolerance) {
        return false;
    }
    $own = hash_hmac('sha256', $time[1] . '.' . $rawBody, $secret);
    preg_match_all('/v1=([0-9a-f]{64})/', $signatureHeader, $sums);
    foreach ($sums[1] as $sum) {
        if (hash_equals($own, $sum)) {
            return true;
        }
    }
    return false;
}`;

/** How a shop checks what the address tells at which its payer came back. */
export const phpReturn = `<?php
/** $url: the whole address at which the payer came back. */
function isGenuineReturn(string $url, string $secret, int $tolerance = 300): bool
{
    parse_str(parse_url($url, PHP_URL_QUERY) ?? '', $told);
    if (abs(time() - (int) ($told['timestamp'] ?? 0)) > $tolerance) {
        return false;
    }
    $names = ['merchantOrderNo', 'orderNo', 'status', 'timestamp'];
    $pairs = array_map(fn ($name) => $name . '=' . rawurlencode($told[$name] ?? ''), $names);
    $own = hash_hmac('sha256', implode('&', $pairs), $secret);
    return hash_equals($own, $told['signature'] ?? '');
}`;
