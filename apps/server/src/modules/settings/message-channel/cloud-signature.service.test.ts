import { describe, expect, test } from "vitest";
import { aliyunSignature, tencentAuthorization } from "./cloud-signature.service.ts";

describe("aliyunSignature", () => {
  // Examples from Alibaba Cloud's documents "RPC signature" and "Signature of the SMS service".
  test("makes the published signatures", () => {
    const common = { Format: "XML", SignatureMethod: "HMAC-SHA1", SignatureVersion: "1.0" };
    const regions = {
      ...common,
      AccessKeyId: "testid",
      Action: "DescribeRegions",
      SignatureNonce: "3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf",
      Timestamp: "2016-02-23T12:46:24Z",
      Version: "2014-05-26",
    };
    expect(aliyunSignature("GET", regions, "testsecret")).toBe("OLeaidS1JvxuMvnyHOwuJ+uX5qY=");
    const message = {
      ...common,
      AccessKeyId: "testId",
      Action: "SendSms",
      OutId: "123",
      PhoneNumbers: "15300000001",
      RegionId: "cn-hangzhou",
      SignName: "阿里云短信测试专用",
      SignatureNonce: "45e25e9b-0a6f-4070-8c85-2956eda1b466",
      TemplateCode: "SMS_71390007",
      TemplateParam: '{"customer":"test"}',
      Timestamp: "2017-07-12T02:42:19Z",
      Version: "2017-05-25",
    };
    expect(aliyunSignature("GET", message, "testSecret")).toBe("zJDF+Lrzhj/ThnlvIToysFRq6t4=");
  });
});

describe("tencentAuthorization", () => {
  // Examples from Tencent Cloud's document "Signature method v3".
  const call = {
    service: "cvm",
    host: "cvm.tencentcloudapi.com",
    contentType: "application/json; charset=utf-8",
    body: '{"Limit": 1, "Filters": [{"Values": ["\\u672a\\u547d\\u540d"], "Name": "instance-name"}]}',
    timestamp: 1_551_113_065,
  };

  test("makes the published signatures", () => {
    expect(tencentAuthorization(call, "AKIDEXAMPLE", "Gu5t9xGARNpq86cd98joQYCN3EXAMPLE")).toBe(
      "TC3-HMAC-SHA256 Credential=AKIDEXAMPLE/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, " +
        "Signature=72e494ea809ad7a8c8f7a4507b9bddcbaa8e581f516e8da2f66e2c5a96525168",
    );
    const signedHeaders = { "x-tc-action": "DescribeInstances" };
    expect(tencentAuthorization({ ...call, signedHeaders }, "AKID", "Gu5t9xGARNpq86cd98joQYCN3*******")).toMatch(
      /SignedHeaders=content-type;host;x-tc-action, Signature=be4f67d323c78ab9acb7395e43c0dbcf822a9cfac32fea2449a7bc7726b770a3$/,
    );
  });
});
