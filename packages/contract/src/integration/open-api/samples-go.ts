/** The quick start of the guide for Go: a program that ends with a paid test order. */
export const goStart = `package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

const base = "https://pay.example"

type object = map[string]any

// key: one for each intention. Keep it, and send it again with the same body until you have an answer.
func call(method, path string, body object, key string, query url.Values) object {
	text := []byte{}
	if body != nil {
		text, _ = json.Marshal(body)
	}
	search := strings.ReplaceAll(query.Encode(), "+", "%20") // sorted by name
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	random := make([]byte, 16)
	rand.Read(random)
	nonce := hex.EncodeToString(random)
	hash := sha256.Sum256(text)
	mac := hmac.New(sha256.New, []byte(os.Getenv("APP_SECRET")))
	mac.Write([]byte(strings.Join([]string{method, path, search, timestamp, nonce, hex.EncodeToString(hash[:])}, "\\n")))
	address := base + path
	if search != "" {
		address += "?" + search
	}
	request, err := http.NewRequest(method, address, bytes.NewReader(text))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("X-App-Key", os.Getenv("APP_KEY"))
	request.Header.Set("X-Timestamp", timestamp)
	request.Header.Set("X-Nonce", nonce)
	request.Header.Set("X-Signature", hex.EncodeToString(mac.Sum(nil)))
	request.Header.Set("X-Api-Version", "2026-06-01")
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer answer.Body.Close()
	result := object{}
	if err := json.NewDecoder(answer.Body).Decode(&result); err != nil {
		log.Fatal(err)
	}
	if answer.StatusCode >= 400 {
		log.Fatal(result["bizCode"], ": ", result["message"])
	}
	return result
}

func main() {
	number := fmt.Sprint("A-", time.Now().UnixMilli()) // yours; one order for each
	order := call("POST", "/v1/orders", object{
		"merchantOrderNo": number,
		"amount":          1999, // 19.99 USD; take a currency of your app
		"currency":        "USD",
		"payer":           object{"email": "ada@example.com"},
		"ip":              "203.0.113.7", // the payer's, not your server's
	}, "order-"+number, nil)
	fmt.Println("Open", order["paymentUrl"], "and pay with card 4008400010000004")
	for order["status"] == "created" || order["status"] == "awaiting" || order["status"] == "pending" {
		time.Sleep(2 * time.Second)
		order = call("GET", fmt.Sprint("/v1/orders/", order["orderNo"]), nil, "", nil)
	}
	fmt.Println(order["status"]) // paid
}`;

/** How a receiver checks that a message is ours. */
export const goWebhook = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// rawBody: the bytes as they came, before any parsing.
func isGenuine(signatureHeader string, rawBody []byte, secret string, tolerance int64) bool {
	at := ""
	for _, part := range strings.Split(signatureHeader, ",") {
		if strings.HasPrefix(part, "t=") {
			at = part[2:]
		}
	}
	seconds, err := strconv.ParseInt(at, 10, 64)
	age := time.Now().Unix() - seconds
	if err != nil || age > tolerance || age < -tolerance {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(at + "."))
	mac.Write(rawBody)
	own := []byte("v1=" + hex.EncodeToString(mac.Sum(nil)))
	for _, part := range strings.Split(signatureHeader, ",") {
		if hmac.Equal([]byte(part), own) {
			return true
		}
	}
	return false
}`;

/** How a shop checks what the address tells at which its payer came back. */
export const goReturn = `package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// address: the whole address at which the payer came back.
func isGenuineReturn(address string, secret string, tolerance int64) bool {
	parsed, err := url.Parse(address)
	if err != nil {
		return false
	}
	told := parsed.Query()
	seconds, err := strconv.ParseInt(told.Get("timestamp"), 10, 64)
	age := time.Now().Unix() - seconds
	if err != nil || age > tolerance || age < -tolerance {
		return false
	}
	signed := url.Values{}
	for _, name := range []string{"merchantOrderNo", "orderNo", "status", "timestamp"} {
		signed.Set(name, told.Get(name))
	}
	text := strings.ReplaceAll(signed.Encode(), "+", "%20") // sorted by name
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(text))
	return hmac.Equal([]byte(told.Get("signature")), []byte(hex.EncodeToString(mac.Sum(nil))))
}`;
